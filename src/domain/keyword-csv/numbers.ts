/** The count 1.300 is 1300; the rank 1.300 is 1.3. */
export type NumberKind = 'count' | 'rank'

const PLAIN = /^\d{1,15}$/
const LENGTH_MAX = 60
const NUMBER = /^[<>≤≥~]?\s*(\d+(?:[.,'’\s]\d+)*)(?:e\+?(\d{1,2}))?(?:\s*(\p{L}+\.?))?(?:\s*[%+])?$/iu
const RANGE = /(?!^)[-–—~〜至]|\.\.|to|bis|до|\s(?:à|a|do|tot)\s/iu

/** Abbreviations of numbers, with the dot if it makes a difference: Czech 'mil.' are millions, Spanish 'mil' thousands. */
const UNITS: [times: number, units: string][] = [
  [1e3, 'k tsd tys tyś тыс тис tis mil χιλ ribu rb nghìn bin χ tusen tn tuh 千 천 พัน ألف'],
  [1e4, '万 萬 만 หมื่น'],
  [1e5, 'lakh lac แสน'],
  [1e6, 'm mio mln млн mn mi mil. mill εκ juta jt triệu tr milj milyon ล้าน مليون 百万'],
  [1e7, 'crore cr'],
  [1e8, '億 亿 억'],
  [1e9, 'b bn mrd mld mld. mlrd млрд md mia tỷ milyar'],
]
const TIMES: ReadonlyMap<string, number> = new Map(
  UNITS.flatMap(([times, units]) => units.split(' ').map((unit): [string, number] => [unit, times])),
)

const timesOf = (unit: string): number | undefined => {
  const plain = unit.toLowerCase().normalize('NFC')
  return unit === '' ? 1 : (TIMES.get(plain) ?? TIMES.get(plain.replace('.', '')))
}

/** Reads 1,300 · 1.300 · 12,34,567 · 2.1K · 1,5 Mio. · 1.2万 · 45.61% · >100 · 1K - 10K (upper end). Null if negative or no number. */
export function readNumber(text: string, kind: NumberKind): number | null {
  if (text.length > LENGTH_MAX && text.trim().length > LENGTH_MAX) return null
  const trimmed = asciiDigits(text.trim().normalize('NFKC'))
  if (PLAIN.test(trimmed)) return Number(trimmed)
  const ends = trimmed.split(RANGE).map((end) => NUMBER.exec(end.trim()))
  const upper = ends.at(-1)
  if (!upper || ends.length > 2 || ends.includes(null)) return null
  const [, digits = '', exponent, unit] = upper
  return toNumber(digits, exponent, unit, kind)
}

const DIGITS = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९'

/** Arabic, Persian and Hindi digits with their separators. */
const asciiDigits = (text: string) =>
  text
    .replace(/[٠-٩۰-۹०-९]/g, (digit) => String(DIGITS.indexOf(digit) % 10))
    .replaceAll('٬', ',')
    .replaceAll('٫', '.')
    .replaceAll('٪', '%')

function toNumber(digits: string, exponent = '', unit = '', kind: NumberKind): number | null {
  const plain = withPoint(digits.replace(/['’\s]/g, ''), unit === '' ? kind : 'rank')
  const times = timesOf(unit)
  if (plain === null || times === undefined) return null
  const value = Number(`${plain}e${exponent || 0}`) * times
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
