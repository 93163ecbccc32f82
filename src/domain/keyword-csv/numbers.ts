/** The count 1.300 is 1300; the rank 1.300 is 1.3. */
export type NumberKind = 'count' | 'rank'

const PLAIN = /^\d{1,15}$/
const LENGTH_MAX = 60
const NUMBER = /^[<>≤≥~]?\s*(\d+(?:[.,'’\s]\d+)*)(?:e\+?(\d{1,2}))?(?:\s*([kmb]))?(?:\s*[%+])?$/i
const RANGE = /-|–|—|\.\.|to/i
const TIMES: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, b: 1e9 }

/** Reads 1,300 · 1.300 · 12,34,567 · 2.1K · 45.61% · >100 · 1K - 10K (upper end). Null if negative or not a number. */
export function readNumber(text: string, kind: NumberKind): number | null {
  const trimmed = text.trim()
  if (PLAIN.test(trimmed)) return Number(trimmed)
  if (trimmed.length > LENGTH_MAX) return null
  const ends = trimmed.split(RANGE).map((end) => NUMBER.exec(end.trim()))
  const upper = ends.at(-1)
  if (!upper || ends.length > 2 || ends.includes(null)) return null
  const [, digits = '', exponent, unit] = upper
  return toNumber(digits, exponent, unit, kind)
}

function toNumber(digits: string, exponent = '', unit = '', kind: NumberKind): number | null {
  const plain = withPoint(digits.replace(/['’\s]/g, ''), unit === '' ? kind : 'rank')
  if (plain === null) return null
  const value = Number(`${plain}e${exponent || 0}`) * (TIMES[unit.toLowerCase()] ?? 1)
  if (!(value <= Number.MAX_SAFE_INTEGER)) return null
  // In floating point, 1.1 × 1000 is 1100.0000000000002.
  return Math.round(value * 1000) / 1000
}

/** Groups of three, or Indian grouping: 12,34,567. */
const GROUPED = /^[1-9](?:\d{0,2}(?:[.,]\d{3})+|\d?(?:,\d{2})+,\d{3})$/

function withPoint(digits: string, kind: NumberKind): string | null {
  const points = digits.split('.').length - 1
  const commas = digits.split(',').length - 1
  if (points > 0 && commas > 0) {
    const [fraction, group] = digits.lastIndexOf('.') > digits.lastIndexOf(',') ? ['.', ','] : [',', '.']
    if (digits.indexOf(fraction) !== digits.lastIndexOf(fraction)) return null
    return digits.replaceAll(group, '').replace(fraction, '.')
  }
  if (points === 1 && kind === 'rank') return digits
  if (GROUPED.test(digits)) return digits.replaceAll(/[.,]/g, '')
  return points + commas > 1 ? null : digits.replace(',', '.')
}
