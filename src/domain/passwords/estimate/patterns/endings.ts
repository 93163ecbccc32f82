import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

/** Bits of the symbol people append when a site requires one: half the time '!'. */
const SYMBOL_BITS = new Map([
  ['!', 1],
  ['.', 3],
  ['@', 3.5],
  ['*', 3.5],
  ['?', 3.5],
  ['#', 4],
  ['$', 4],
])
const OTHER_SYMBOL_BITS = 5

const DIGITS_BITS = new Map([
  ['', 0],
  ['1', 1.5],
  ['12', 4],
  ['123', 4],
])
const OTHER_DIGIT_BITS = 3.3

const ENDING = /(?<symbol>[!-/:-@[-`{-~])(?<digits>\d{0,3})$/
const LENGTH_MAX = 4

export function findEndings(characters: readonly Character[]): Match[] {
  const last = characters.slice(1).slice(-LENGTH_MAX)
  const { symbol, digits } = ENDING.exec(last.map(({ typed }) => typed).join(''))?.groups ?? {}
  if (symbol === undefined || digits === undefined) return []
  const end = characters.length
  const bits =
    (SYMBOL_BITS.get(symbol) ?? OTHER_SYMBOL_BITS) +
    (DIGITS_BITS.get(digits) ?? OTHER_DIGIT_BITS * digits.length)
  return [{ start: end - 1 - digits.length, end, bits, finding: { kind: 'ending' } }]
}
