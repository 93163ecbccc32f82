import type { Checklist } from '#domain/passwords/checklist.ts'
import { levelOf } from './level.ts'

const CHECKS_TOO_KIND =
  'Believe the estimate. The six checks look at which characters are there; attackers start with what people choose.'
const CHECKS_TOO_STRICT =
  'Believe the estimate. Length makes up for missing kinds of characters, though some sites still ask for them.'

const PASSES = 70
const WITHSTANDS = 2

/** Which verdict to believe, and why, where the six criteria and the estimate disagree; null where they agree. */
export function explainDisagreement({ percentage }: Checklist, log10Guesses: number): string | null {
  const passesChecks = percentage >= PASSES
  const { rank } = levelOf(log10Guesses)
  if (passesChecks && rank < WITHSTANDS) return CHECKS_TOO_KIND
  if (!passesChecks && rank > WITHSTANDS) return CHECKS_TOO_STRICT
  return null
}
