import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const LENGTH_MIN = 12
const DIGEST_LENGTH = 10
/** Digits and symbols that people append. */
const ADDED_MAX = 4
/** There are about 250 samples; few people choose one. */
const PUBLISHED_BITS = 12

/** Pi, e, the golden ratio and the square root of two. */
const CONSTANTS = [
  '31415926535897932384626433832795028841971693993751',
  '27182818284590452353602874713526624977572470936999',
  '16180339887498948482045868343656381177203091798057',
  '14142135623730950488016887242096980785696718753769',
]
const CONSTANT_LENGTH_MIN = 6
const CONSTANT_BITS = 8

/** Of a sample's letters and digits, in any case. The data have digests because some samples look like secrets. */
export function digestOf(characters: readonly Pick<Character, 'lower'>[]): string | null {
  const key = characters.flatMap(({ lower }) => (/[\p{L}\p{N}]/u.test(lower) ? lower : [])).join('')
  return key.length < LENGTH_MIN ? null : bytesToHex(sha256(utf8ToBytes(key))).slice(0, DIGEST_LENGTH)
}

/** Samples in documents, such as a UUID in an RFC, as the whole text or a part between spaces; digits may follow. */
export function findPublished(characters: readonly Character[], published: ReadonlySet<string>): Match[] {
  const { length } = characters
  const spaces = characters.flatMap(({ typed }, at) => (/\s/.test(typed) ? [at] : []))
  const pieces =
    spaces.length > 0 ? [-1, ...spaces].map((at, next) => [at + 1, spaces[next] ?? length] as const) : []
  const constant = findConstant(characters)
  if (constant) return [constant]
  return [[0, length] as const, ...pieces].flatMap(([start, last]): Match[] => {
    for (let end = last; end >= last - ADDED_MAX; end--) {
      if (published.has(digestOf(characters.slice(start, end)) ?? '')) {
        const finding = { kind: 'format' as const, name: 'a sample that documents publish', of: [] }
        return [{ start, end, bits: PUBLISHED_BITS, randomBits: PUBLISHED_BITS, finding }]
      }
      if (/\p{L}/u.test(characters[end - 1]?.lower ?? '')) break
    }
    return []
  })
}

/** Rounded in the last digit, or not. */
function findConstant(characters: readonly Character[]): Match | null {
  const text = characters.map(({ folded }) => folded).join('')
  const digits = /^\d[.,]?\d+$/.test(text) ? text.replace(/\D/, '') : ''
  const isKnown = CONSTANTS.some((constant) => constant.startsWith(digits.slice(0, -1)))
  if (digits.length < CONSTANT_LENGTH_MIN || !isKnown) return null
  const bits = CONSTANT_BITS + Math.log2(digits.length)
  return {
    start: 0,
    end: text.length,
    bits,
    randomBits: bits,
    finding: { kind: 'format', name: 'a mathematical constant', of: [] },
  }
}
