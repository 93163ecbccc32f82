import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const FIRST_YEAR = 1930
const LAST_YEAR = 2039
const YEAR_BITS = Math.log2(LAST_YEAR - FIRST_YEAR + 1)
const DAY_BITS = Math.log2(366)
const FORMAT_BITS = 2
const SEPARATOR_BITS = 2

const PATTERNS = [
  /^(?<d>\d{2})(?<separator>[-/._ ]?)(?<m>\d{2})\k<separator>(?<y>\d{4})/,
  /^(?<m>\d{2})(?<separator>[-/._ ]?)(?<d>\d{2})\k<separator>(?<y>\d{4})/,
  /^(?<y>\d{4})(?<separator>[-/._ ]?)(?<m>\d{2})\k<separator>(?<d>\d{2})/,
  /^(?<d>\d{2})(?<separator>[-/._ ]?)(?<m>\d{2})\k<separator>(?<y>\d{2})/,
  /^(?<m>\d{2})(?<separator>[-/._ ]?)(?<d>\d{2})\k<separator>(?<y>\d{2})/,
  /^(?<y>\d{2})(?<separator>[-/._ ]?)(?<m>\d{2})\k<separator>(?<d>\d{2})/,
]
const LENGTH_MAX = 10
const SHORT_CENTURY = 30

export function findDates(characters: readonly Character[]): Match[] {
  const text = characters.map(({ folded }) => folded).join('')
  return characters.flatMap((_, start) => {
    const rest = text.slice(start, start + LENGTH_MAX)
    return /^\d/.test(rest) ? [...datesIn(rest, start), ...yearIn(rest, start)] : []
  })
}

function datesIn(rest: string, start: number): Match[] {
  return PATTERNS.flatMap((pattern) => {
    const match = pattern.exec(rest)
    const { d, m, y, separator } = match?.groups ?? {}
    const [day, month, year] = [Number(d), Number(m), fullYear(y ?? '')]
    if (!match || !(day >= 1 && day <= 31 && month >= 1 && month <= 12) || !isLikely(year)) return []
    const bits = DAY_BITS + YEAR_BITS + FORMAT_BITS + (separator ? SEPARATOR_BITS : 0)
    return [
      { start, end: start + match[0].length, bits, finding: { kind: 'date' as const, year, month, day } },
    ]
  })
}

function yearIn(rest: string, start: number): Match[] {
  const year = Number(/^\d{4}/.exec(rest)?.[0])
  return isLikely(year) ? [{ start, end: start + 4, bits: YEAR_BITS, finding: { kind: 'year', year } }] : []
}

function fullYear(digits: string): number {
  if (digits.length === 4) return Number(digits)
  return Number(digits) + (Number(digits) < SHORT_CENTURY ? 2000 : 1900)
}

const isLikely = (year: number) => year >= FIRST_YEAR && year <= LAST_YEAR
