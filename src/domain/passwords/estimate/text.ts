import { randomBitsOf } from './random-bits.ts'

/** Bounds the work; longer passwords aren't typed. */
const CODE_POINTS_MAX = 100

export type Character = {
  typed: string
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

const WITH_MARKS = /.\p{M}*/gsu
const UNKNOWN = '\ufffd'
const MARKS = /\p{M}+/gu

export function readText(password: string): Text {
  // Surrogate pairs take two units; slicing first bounds the work.
  const codePoints = [...password.slice(0, 2 * CODE_POINTS_MAX)].slice(0, CODE_POINTS_MAX)
  const bits = randomBitsOf(codePoints)
  const characters: Character[] = []
  const offsets = [0]
  for (const typed of codePoints.join('').match(WITH_MARKS) ?? []) {
    const start = offsets.at(-1) ?? 0
    const end = start + [...typed].length
    offsets.push(end)
    characters.push(readCharacter(typed, sum(bits.slice(start, end))))
  }
  return { characters, offsets, length: countCodePoints(password) }
}

function readCharacter(typed: string, randomBits: number): Character {
  const lower = typed.toLowerCase()
  const base = [...typed.normalize('NFKD').replace(MARKS, '').normalize('NFC').toLowerCase()][0]
  const digit = digitOf(base ?? '')
  const folded = digit ?? (base?.length === 1 ? base : UNKNOWN)
  return {
    typed,
    lower,
    folded,
    key: KEYS.get(lower.normalize('NFC')) ?? folded,
    isUpper: lower !== typed,
    isLower: typed.toUpperCase() !== typed && lower === typed,
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

/** Russian words typed on the English layout: 'пароль' becomes 'gfhjkm', a very common password. */
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
const ENGLISH = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const KEYS = new Map([...RUSSIAN].map((letter, at) => [letter, ENGLISH.charAt(at)]))
