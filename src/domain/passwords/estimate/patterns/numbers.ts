import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const DIGIT_BITS = Math.log2(10)
const LETTER_BITS = Math.log2(26)
const FORMAT_BITS = 1

/** Numbers as dialed, without separators; `known` digits are predictable: codes of countries, networks, areas. */
const PHONES = [
  { pattern: /^(?:\+|00)(?:1|7|[2-9]\d)\d{8,10}$/, known: 3 },
  { pattern: /^(?:\+|00)[2-9]\d{8,13}$/, known: 2.5 },
  { pattern: /^07\d{9}$/, known: 2 },
  { pattern: /^1[3-9]\d{9}$/, known: 1.5 },
  { pattern: /^[2-9]\d{2}[2-9]\d{6}$/, known: 0.5 },
]
const PHONE_SIGNS = /[ ()./-]/g
const SIGN_BITS = 1.5

/** Number plates of about twenty countries: groups of letters and digits, the separators optional. */
const PLATES = [
  /^[A-ZÄÖÜ]{1,3}[- ]?[A-Z]{1,2}[- ]?\d{1,4}[EH]?$/i,
  /^[A-Z]{2}[- ]?\d{2,3}[- ]?[A-Z]{2,3}$/i,
  /^\d{1,4}[- ]?[A-Z]{2,3}(?:[- ]?\d{1,3})?$/i,
  /^[A-Z]{2,3}[- ]?\d{3,5}[A-Z]?$/i,
  /^[A-Z]\d{1,3}[- ]?[A-Z]{3}$/i,
  /^[A-Z]{2}[- ]?\d{2}[- ]?[A-Z]{1,2}[- ]?\d{4}$/i,
  /^[А-ЯA-Z]\d{3}[А-ЯA-Z]{2}\d{2,3}$/i,
  /^[京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼][A-Z][·. ]?[A-Z\d]{5,6}$/i,
  /^\d{2,3}[가-힣] ?\d{4}$/,
  /^[A-Z]{2,4}-\d{2,5}(?:-[A-Z\d]{1,2})?$/i,
]
const CAPITALS_BITS = 1
const SEPARATOR_BITS = 1

/** Telephone numbers and number plates, as whole texts. */
export function findNumbers(characters: readonly Character[]): Match[] {
  const typed = characters.map(({ typed }) => typed).join('')
  const digits = characters.map(({ folded }) => folded).join('')
  const forms = [
    { kind: 'phone' as const, bits: phoneBits(digits) },
    { kind: 'plate' as const, bits: plateBits(typed) },
  ]
  return forms.flatMap(({ kind, bits }) =>
    bits === null
      ? []
      : [{ start: 0, end: characters.length, bits, randomBits: bits + FORMAT_BITS, finding: { kind } }],
  )
}

function phoneBits(text: string): number | null {
  const signs = text.match(PHONE_SIGNS)?.length ?? 0
  const dialed = text.replace(PHONE_SIGNS, '')
  const known = Math.max(...PHONES.map(({ pattern, known }) => (pattern.test(dialed) ? known : 0)))
  if (known === 0) return null
  const digits = dialed.replace('+', '').length
  return DIGIT_BITS * (digits - known) + (signs > 0 ? SIGN_BITS : 0)
}

function plateBits(text: string): number | null {
  if (!PLATES.some((pattern) => pattern.test(text))) return null
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = text.match(/\d/g)?.length ?? 0
  if (letters === 0 || digits < 2) return null
  const isUpper = text === text.toUpperCase()
  if (!isUpper && text !== text.toLowerCase()) return null
  const separators = text.length > letters + digits ? SEPARATOR_BITS : 0
  if (!isUpper && separators === 0) return null
  return LETTER_BITS * letters + DIGIT_BITS * digits + separators + (isUpper ? CAPITALS_BITS : 0)
}
