import { randomBitsOf } from './alphabets.ts'

/** More than anybody types, and it bounds the work: what follows is not evaluated. */
export const MOST_CODE_POINTS = 100

/** A code point with the combining marks that follow it: what people take for one character. */
export type Character = {
  typed: string
  lower: string
  /** In lower case, without diacritics and width; one UTF-16 unit, as no pattern is about characters with two. */
  folded: string
  /** The key on an English keyboard where a Russian one has this letter; else as folded. */
  key: string
  isUpper: boolean
  isLower: boolean
  isFoldedFrom: boolean
  /** Bits of a choice at random from the alphabets in this password. */
  randomBits: number
}

export type Text = {
  characters: Character[]
  /** Where each character starts in code points, and where the last one ends. */
  offsets: number[]
  /** Code points in all, evaluated or not. */
  length: number
}

const WITH_MARKS = /.\p{M}*/gsu
const UNKNOWN = '\ufffd'
const MARKS = /\p{M}+/gu

export function readText(password: string): Text {
  // A surrogate pair takes two units; the slice bounds the work for texts of any length.
  const codePoints = [...password.slice(0, 2 * MOST_CODE_POINTS)].slice(0, MOST_CODE_POINTS)
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
  const base = [...typed.normalize('NFKD').replace(MARKS, '').toLowerCase()][0]
  const folded = base?.length === 1 ? base : UNKNOWN
  return {
    typed,
    lower,
    folded,
    key: KEYS.get(lower.normalize('NFC')) ?? folded,
    isUpper: lower !== typed,
    isLower: typed.toUpperCase() !== typed && lower === typed,
    isFoldedFrom: folded !== lower,
    randomBits,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

function countCodePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** People who think in Russian and type on the other layout: 'пароль' is 'gfhjkm', one of the most used. */
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбю'
const ENGLISH = "`qwertyuiop[]asdfghjkl;'zxcvbnm,."
const KEYS = new Map([...RUSSIAN].map((letter, at) => [letter, ENGLISH.charAt(at)]))
