/** The kinds of ASCII characters. Symbols are split: generators leave the rare ones out. */
const KINDS = [
  { pattern: /[a-z]/, size: 26, withoutLookalikes: 25 },
  { pattern: /[A-Z]/, size: 26, withoutLookalikes: 24 },
  { pattern: /[0-9]/, size: 10, withoutLookalikes: 8 },
  { pattern: /[!@#$%^&*()_+\-=[\]{}|;:,.<>?]/, size: 26, withoutLookalikes: 26 },
  { pattern: /[ "'/\\`~]/, size: 7, withoutLookalikes: 7 },
  { pattern: /[\0-\x1f\x7f]/, size: 33, withoutLookalikes: 33 },
]
/** Many generators can leave these out. */
const LOOKALIKES = /[lIO01]/
/** How unlikely that is: 1 in 9. One decade, so that neither guess about the generator is off by more. */
const WITHOUT_LOOKALIKES_BITS = 3.2

/** Letters of a script in one case, or the characters of it that an adult reads; from Unicode's charts, rounded. */
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
const ANY_OTHER = 1000
/** The choice of another script or case. */
const SCRIPT_BITS = 1

/** Bits of each code point if all were drawn at random from the kinds of characters that are among them. */
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
  return Math.log2(SCRIPTS.find(({ pattern }) => pattern.test(character))?.size ?? ANY_OTHER)
}
