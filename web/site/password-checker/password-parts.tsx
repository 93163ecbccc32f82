import type { Estimate, Part } from '#domain/passwords/estimate/estimate.ts'
import { describePart } from '#domain/passwords/verdict/describe-part.ts'

type Props = { password: string; estimate: Estimate; isShown: boolean }

export const HIDDEN = '•'

/** The password as attackers see it, each part underlined. Masked while the field is masked. */
export function PartsPicture({ password, estimate, isShown }: Props) {
  const isCut = estimate.length > estimate.evaluated
  return (
    <p aria-hidden translate="no" className="secret text-xl leading-loose sm:text-[1.75rem] sm:leading-[1.8]">
      {estimate.parts.map((part) => (
        <span key={part.start} className={`mr-1 border-b-4 pb-0.5 ${COLORS[weightOf(part)]}`}>
          {textOf(part, password, isShown)}
        </span>
      ))}
      {isCut && <span className="text-muted">…</span>}
    </p>
  )
}

export function PasswordParts({ password, estimate, isShown }: Props) {
  const rest = estimate.length - estimate.evaluated
  return (
    <div>
      <ol aria-label="What was found" className="grid gap-2">
        {withoutRepeats(estimate.parts, (part) => textOf(part, password, isShown)).map((part) => (
          <li key={part.start} className="flex items-baseline gap-x-3">
            <code
              translate="no"
              className={`secret max-w-[50%] shrink-0 border-b-2 pb-0.5 ${COLORS[weightOf(part)]}`}
            >
              {textOf(part, password, isShown)}
            </code>
            <span className="text-muted">{describePart(part.finding)}</span>
          </li>
        ))}
      </ol>
      {rest > 0 && (
        <p className="mt-2 text-muted text-sm">
          Only the first {estimate.evaluated} characters were evaluated; the other {rest} can only make it
          stronger.
        </p>
      )}
    </div>
  )
}

const textOf = ({ start, end, finding }: Part, password: string, isShown: boolean): string =>
  finding.kind === 'invisible'
    ? '␣'.repeat(end - start)
    : isShown
      ? [...password].slice(start, end).join('')
      : HIDDEN.repeat(end - start)

/** Lists separators and repeated words once. */
function withoutRepeats(parts: readonly Part[], textOf: (part: Part) => string): Part[] {
  const named = new Map(
    parts.map((part) => [JSON.stringify([textOf(part), describePart(part.finding)]), part]),
  )
  return [...named.values()].toSorted((a, b) => a.start - b.start)
}

const COLORS = { weak: 'border-weak', fair: 'border-fair', good: 'border-good' }

/** By decimal orders of guesses per character: a random character has almost two. */
function weightOf({ weight }: Part): keyof typeof COLORS {
  if (weight < 0.75) return 'weak'
  return weight < 1.25 ? 'fair' : 'good'
}
