import type { CharacterCosts } from './cheapest-cover.ts'
import { caseBits } from './patterns/capitals.ts'
import { SUBSTITUTIONS } from './substitutions.ts'
import type { Character } from './text.ts'
import { type CharacterModel, OTHER, symbolOf } from './typical-characters.ts'

const CHANGED_BITS = 1.5

/** Bits of each character under the character model (cheapest reading) and as a random choice. */
export function characterCosts(characters: readonly Character[], model: CharacterModel): CharacterCosts {
  const folded = characters.map(({ folded }) => folded)
  const keys = characters.map(({ key }) => key)
  const readings = [
    folded,
    ...(keys.some((key, at) => key !== folded[at]) ? [keys] : []),
    ...SUBSTITUTIONS.map((table) => folded.map((letter) => table.get(letter) ?? letter)),
  ]
  const costs = readings.map((letters) => model.costs(letters.map(symbolOf)))
  const cases = caseBits(characters)
  const typical = characters.map(({ randomBits, isFoldedFrom }, at) => {
    const options = readings.map((letters, reading) => {
      const changed = isFoldedFrom || letters[at] !== folded[at] ? CHANGED_BITS : 0
      // The model has one symbol for all non-ASCII characters: add the choice among them.
      const other = symbolOf(letters[at] ?? '') === OTHER ? randomBits : 0
      return (costs[reading]?.[at] ?? 0) + changed + other
    })
    return Math.min(...options) + (cases[at] ?? 0)
  })
  return { typical, random: characters.map(({ randomBits }) => randomBits), end: costs[0]?.at(-1) ?? 0 }
}
