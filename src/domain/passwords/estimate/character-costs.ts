import type { CharacterCosts } from './cheapest-cover.ts'
import { caseBits } from './patterns/capitals.ts'
import { readSubstitutions } from './substitutions.ts'
import type { Character } from './text.ts'
import { type CharacterModel, OTHER, symbolOf } from './typical-characters.ts'

const CHANGED_BITS = 1.5

/** Bits of each character under the character model (cheapest reading) and as a random choice. */
export function characterCosts(characters: readonly Character[], model: CharacterModel): CharacterCosts {
  const folded = characters.map(({ folded }) => folded)
  const keys = characters.map(({ key }) => key)
  const byKeys = keys.some((key, at) => key !== folded[at]) ? [keys] : []
  const readings = [folded, ...byKeys, ...readSubstitutions(folded)].map((letters) => {
    const symbols = letters.map(symbolOf)
    return { letters, symbols, costs: model.costs(symbols) }
  })
  const cases = caseBits(characters)
  const typical = characters.map(({ randomBits, isFoldedFrom }, at) => {
    const options = readings.map(({ letters, symbols, costs }) => {
      const changed = isFoldedFrom || letters[at] !== folded[at] ? CHANGED_BITS : 0
      // The model has one symbol for all non-ASCII characters: add the choice among them.
      const other = symbols[at] === OTHER ? randomBits : 0
      return (costs[at] ?? 0) + changed + other
    })
    return Math.min(...options) + (cases[at] ?? 0)
  })
  return {
    typical,
    random: characters.map(({ randomBits }) => randomBits),
    end: readings[0]?.costs.at(-1) ?? 0,
  }
}
