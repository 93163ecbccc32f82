import type { Checklist } from '#domain/passwords/checklist.ts'
import type { Estimate } from '#domain/passwords/estimate/estimate.ts'
import { levelOf } from './level.ts'

const CHECKS_TOO_LENIENT =
  'Trust the estimate. The six checks look at which characters are there; attackers start with what people choose.'
const CHECKS_TOO_STRICT =
  'Trust the estimate. Length makes up for missing kinds of characters, though some sites still ask for them.'

const PASSING_PERCENTAGE = 70
const ACCEPTABLE_RANK = 2

export function explainDisagreement({ percentage }: Checklist, estimate: Estimate): string | null {
  const passesChecks = percentage >= PASSING_PERCENTAGE
  const { rank } = levelOf(estimate)
  if (passesChecks && rank < ACCEPTABLE_RANK) return CHECKS_TOO_LENIENT
  if (!passesChecks && rank > ACCEPTABLE_RANK) return CHECKS_TOO_STRICT
  return null
}
