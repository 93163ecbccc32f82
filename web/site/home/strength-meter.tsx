import type { Strength } from '#domain/passwords/strength.ts'

const COLOURS: Record<Strength['colour'], string> = {
  red: 'bg-weak',
  yellow: 'bg-fair',
  blue: 'bg-info',
  green: 'bg-good',
}

const STEPS = [1, 2, 3, 4]

/** A bar in four steps. */
export function StrengthBar({ strength }: { strength: Strength | null }) {
  const score = strength?.score ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element can't be drawn in steps
    <div
      role="meter"
      aria-label="Password strength"
      aria-valuemin={0}
      aria-valuemax={STEPS.length}
      aria-valuenow={score}
      aria-valuetext={strength?.label ?? 'Not rated yet'}
      className="grid grid-cols-4 gap-0.5"
    >
      {STEPS.map((step) => (
        <span
          key={step}
          className={`h-1.5 ${strength && step <= score ? COLOURS[strength.colour] : 'bg-track'}`}
        />
      ))}
    </div>
  )
}

type Props = {
  strength: Strength | null
  /** The exact entropy of what the options allow. */
  bits: number
}

/** The strength in a word, and the exact entropy in bits. */
export function StrengthWords({ strength, bits }: Props) {
  return (
    <div className="flex min-h-6.5 items-baseline justify-between gap-3">
      {strength && (
        <>
          <p>
            <span className="sr-only">Strength: </span>
            <span className="font-semibold">{strength.label}</span>
          </p>
          <p className="text-muted text-sm tabular-nums">{bits.toFixed(1)} bits of entropy</p>
        </>
      )}
    </div>
  )
}
