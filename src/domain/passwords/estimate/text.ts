import { LATIN_BY_RUSSIAN } from './patterns/layouts.ts'
import { randomBitsOf } from './random-bits.ts'

/** Bounds the work; longer passwords aren't typed. */
export const CODE_POINTS_MAX = 100

export type Character = {
  typed: string
  /** Lowercase; one UTF-16 unit if the character has such a form. */
  lower: string
  /** Lowercase without diacritics or width variants. One UTF-16 unit: patterns contain no astral characters. */
  folded: string
  /** The English letter on this key of a Russian keyboard; otherwise same as `folded`. */
  key: string
  isUpper: boolean
  isLower: boolean
  isFoldedFrom: boolean
  randomBits: number
}

export type Text = {
  characters: Character[]
  /** Start of each character in code points, then the end of the last. */
  offsets: number[]
  length: number
}

/** An emoji with its modifiers, a flag, a decomposed Korean syllable, or a letter with its diacritics. */
const CHARACTERS =
  /\p{Extended_Pictographic}(?:[\ufe0f\u{1f3fb}-\u{1f3ff}]|\u200d\p{Extended_Pictographic})*|\p{RI}{2}|[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|.[\p{Script=Inherited}\u0591-\u05c7]*/gsu
/** All but the voicing marks of kana, which make other letters. */
const MARKS = /(?![\u3099\u309a])[\p{Script=Inherited}\u0591-\u05c7]/gu
const OTHER_LETTERS: Record<string, string> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', '’': "'" }
const UNKNOWN = '\ufffd'

/** About 3,700 emoji: modifiers and joined emoji aren't independent choices. */
const EMOJI_BITS_MAX = Math.log2(3700)

export function readText(password: string, most = CODE_POINTS_MAX): Text {
  // Surrogate pairs take two units; slicing first bounds the work.
  const codePoints = [...password.slice(0, 2 * most)].slice(0, most)
  const typed: string[] = codePoints.join('').match(CHARACTERS) ?? []
  const composed = typed.map((character) => [...character.normalize('NFC')])
  const bits = randomBitsOf(composed.flat()).values()
  const characters = typed.map((character, at) => {
    const randomBits = sum(composed[at]?.map(() => bits.next().value ?? 0) ?? [])
    return readCharacter(character, isEmoji(character) ? Math.min(randomBits, EMOJI_BITS_MAX) : randomBits)
  })
  const offsets = [0]
  for (const character of typed) offsets.push((offsets.at(-1) ?? 0) + [...character].length)
  return { characters, offsets, length: countCodePoints(password) }
}

/** Lowercase without diacritics or width variants; İ, ı, ł and ø as people without such keys type them. */
export function foldLetters(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.toLowerCase()
  const plain = text.normalize('NFKD').replace(MARKS, '').toLowerCase().normalize('NFC')
  return plain.replace(/[ıłøđ’]/g, (letter) => OTHER_LETTERS[letter] ?? letter)
}

const isEmoji = (typed: string) => /^[\p{Extended_Pictographic}\p{RI}]/u.test(typed) && typed > '\x7f'

function readCharacter(typed: string, randomBits: number): Character {
  const composed = typed.normalize('NFC')
  const lower = composed.toLowerCase()
  const [base = UNKNOWN] = foldLetters(typed)
  const digit = digitOf(base)
  const folded = digit ?? (base.length === 1 ? base : UNKNOWN)
  return {
    typed,
    lower,
    folded,
    key: LATIN_BY_RUSSIAN.get(lower) ?? folded,
    isUpper: lower !== composed,
    isLower: composed.toUpperCase() !== composed && lower === composed,
    isFoldedFrom: folded !== lower && digit === null,
    randomBits,
  }
}

export const foldedOf = (text: string): string =>
  readText(text)
    .characters.map(({ folded }) => folded)
    .join('')

const DIGIT = /\p{Nd}/u

/** Unicode has ten digits in a row for each script. */
function digitOf(character: string): string | null {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80 || !DIGIT.test(character)) return null
  let value = 0
  while (value < 9 && DIGIT.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
