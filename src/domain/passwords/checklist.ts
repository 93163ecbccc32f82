import { classesIn, lengthOf } from './character-classes.ts'

export const CRITERIA = [
  { name: 'length', label: 'At least 12 characters' },
  { name: 'uppercase', label: 'Uppercase letters' },
  { name: 'lowercase', label: 'Lowercase letters' },
  { name: 'numbers', label: 'Numbers' },
  { name: 'symbols', label: 'Special characters' },
  { name: 'noCommon', label: 'No common patterns' },
] as const

const LABELS = [
  { under: 30, label: 'Very Weak' },
  { under: 50, label: 'Weak' },
  { under: 70, label: 'Fair' },
  { under: 90, label: 'Good' },
  { under: Number.POSITIVE_INFINITY, label: 'Excellent' },
] as const

const POINTS_PER_CRITERION = 16.67
const LENGTH_MIN = 12
const COMMON_PATTERNS = ['password', '123456', 'qwerty', 'admin', 'letmein']

export type CriterionName = (typeof CRITERIA)[number]['name']
export type ChecklistLabel = (typeof LABELS)[number]['label']

/** `percentage` is unrounded, up to 100.02; `shown` is a whole number up to 100. */
export type Checklist = {
  percentage: number
  shown: number
  label: ChecklistLabel
  criteria: Record<CriterionName, boolean>
}

export function checkPassword(password: string): Checklist {
  const criteria = {
    length: lengthOf(password) >= LENGTH_MIN,
    ...classesIn(password),
    noCommon: !hasCommonPattern(password),
  }
  const met = CRITERIA.filter(({ name }) => criteria[name]).length
  const percentage = met * POINTS_PER_CRITERION
  return { percentage, shown: Math.min(100, Math.round(percentage)), label: labelOf(percentage), criteria }
}

function hasCommonPattern(password: string): boolean {
  const lowered = password.toLowerCase()
  return COMMON_PATTERNS.some((pattern) => lowered.includes(pattern))
}

function labelOf(percentage: number): ChecklistLabel {
  return LABELS.find(({ under }) => percentage < under)?.label ?? 'Excellent'
}
