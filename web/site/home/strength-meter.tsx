import type { Strength } from '#domain/passwords/strength.ts'
import { part } from './data-part.ts'
import { STRENGTH_STEPS, showBits, stepLook, UNRATED } from './strength-display.ts'

export function StrengthBar({ strength }: { strength: Strength | null }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element can't be drawn in steps
    <div
      {...part('meter')}
      role="meter"
      aria-label="Password strength"
      aria-valuemin={0}
      aria-valuemax={STRENGTH_STEPS.length}
      aria-valuenow={strength?.score ?? 0}
      aria-valuetext={strength?.label ?? UNRATED}
      className="grid grid-cols-4 gap-0.5"
    >
      {STRENGTH_STEPS.map((step) => (
        <span key={step} className={stepLook(step, strength)} />
      ))}
    </div>
  )
}

type Props = {
  strength: Strength | null
  /** Exact entropy of the options. */
  bits: number
}

export function StrengthWords({ strength, bits }: Props) {
  return (
    <div className="min-h-6.5">
      <div
        {...part('words')}
        hidden={strength === null}
        className="flex min-h-6.5 items-baseline justify-between gap-3"
      >
        <p>
          <span className="sr-only">Strength: </span>
          <span {...part('label')} className="font-semibold">
            {strength?.label ?? ''}
          </span>
        </p>
        <p {...part('bits')} className="text-muted text-sm tabular-nums">
          {strength === null ? '' : showBits(bits)}
        </p>
      </div>
    </div>
  )
}
