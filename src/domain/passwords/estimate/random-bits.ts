/** ASCII classes. Symbols are split because generators omit the rare ones. */
const KINDS = [
  { pattern: /[a-z]/, size: 26, withoutLookalikes: 25 },
  { pattern: /[A-Z]/, size: 26, withoutLookalikes: 24 },
  { pattern: /[0-9]/, size: 10, withoutLookalikes: 8 },
  { pattern: /[!@#$%^&*()_+\-=[\]{}|;:,.<>?]/, size: 26, withoutLookalikes: 26 },
  { pattern: /[ "'/\\`~]/, size: 7, withoutLookalikes: 7 },
  { pattern: /[\0-\x1f\x7f]/, size: 33, withoutLookalikes: 33 },
]
const LOOKALIKES = /[lIO01]/
/** A probability of 1 in 9, so a wrong assumption about the generator costs at most one decade. */
const WITHOUT_LOOKALIKES_BITS = 3.2

/** Letters per case, or characters an adult can read; from Unicode's charts, rounded. */
const SCRIPTS = [
  { pattern: /\p{Script=Latin}/u, size: 64 },
  { pattern: /\p{Script=Cyrillic}/u, size: 33 },
  { pattern: /\p{Script=Greek}/u, size: 25 },
  { pattern: /\p{Script=Hebrew}/u, size: 27 },
  { pattern: /\p{Script=Arabic}/u, size: 36 },
  { pattern: /\p{Script=Han}/u, size: 3500 },
  { pattern: /\p{Script=Hangul}/u, size: 2350 },
  { pattern: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, size: 86 },
  { pattern: /\p{M}/u, size: 64 },
  { pattern: /\p{Extended_Pictographic}/u, size: 1500 },
  { pattern: /\p{L}/u, size: 64 },
]
const OTHER_SIZE = 1000
const SCRIPT_BITS = 1

/** Bits per code point if all were drawn at random from the classes present. */
export function randomBitsOf(codePoints: readonly string[]): number[] {
  const text = codePoints.filter(isAscii).join('')
  const kinds = KINDS.filter(({ pattern }) => pattern.test(text))
  const pool = kinds.reduce((sum, { size }) => sum + size, 0)
  const smallPool = kinds.reduce((sum, { withoutLookalikes }) => sum + withoutLookalikes, 0)
  const smallBits = Math.log2(smallPool) + WITHOUT_LOOKALIKES_BITS / text.length
  const bits = LOOKALIKES.test(text) ? Math.log2(pool) : Math.min(Math.log2(pool), smallBits)
  return codePoints.map((character) => (isAscii(character) ? bits : SCRIPT_BITS + bitsInScript(character)))
}

const isAscii = (character: string) => character < '\x80'

function bitsInScript(character: string): number {
  return Math.log2(SCRIPTS.find(({ pattern }) => pattern.test(character))?.size ?? OTHER_SIZE)
}
