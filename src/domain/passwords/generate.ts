import { characterSets, characterTypes, findContradiction } from './character-types.ts'
import { defaultGeneratorExtras, type GeneratorExtras } from './extras.ts'
import { drawWithMinima } from './minima.ts'
import { PASSWORD_LENGTH, type PasswordOptions } from './options.ts'
import { type Random, shuffle } from './random.ts'

export const MULTIPLE_COUNT = 10

// Drawing ends: in the hardest case, 8 characters with all but one of three types excluded, 0.8 % of draws hold every
// type, so a working source never gets this far. A stuck one ends in an error, not in a frozen page.
const MAX_DRAWS = 100_000

/** The generator can't work with these options; the message says why. */
export class GenerationError extends Error {
  override name = 'GenerationError'
}

/**
 * One password of `options.length` characters with at least one of each enabled type, or as many as `extras` asks for;
 * every such password is equally likely. Throws GenerationError when nothing satisfies the choices, RangeError when
 * the length is out of 8..64.
 */
export function generatePassword(
  options: PasswordOptions,
  random: Random,
  extras: GeneratorExtras = defaultGeneratorExtras,
): string {
  const { length } = options
  if (!Number.isInteger(length) || length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) {
    throw new RangeError(`The length must be from ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max}`)
  }
  const contradiction = findContradiction(options, extras)
  if (contradiction !== null) throw new GenerationError(contradiction)
  const types = characterTypes(options, extras)
  return types.some(({ minimum }) => minimum > 1)
    ? drawWithMinima(length, types, random)
    : drawPassword(length, characterSets(options, extras), random)
}

/** `count` passwords drawn independently of each other; throws as `generatePassword` does. */
export function generatePasswords(
  count: number,
  options: PasswordOptions,
  random: Random,
  extras: GeneratorExtras = defaultGeneratorExtras,
): string[] {
  return Array.from({ length: count }, () => generatePassword(options, random, extras))
}

/**
 * One password of `length` characters from the given sets, with at least one character of each set that has any.
 * No character may stand twice in the sets. Throws GenerationError when all sets are empty, RangeError when `length`
 * isn't an integer with room for one of each, and Error when the source is stuck.
 *
 * All characters come from the whole pool, and the draw is repeated until each set has its character: of equally
 * likely strings those that hold every set are kept, so they stay equally likely. To put in one of each first and
 * fill up from the pool would make a password more likely the more evenly its types are mixed: 20-fold between the
 * extremes at 16 characters.
 */
export function drawPassword(length: number, sets: readonly string[], random: Random): string {
  const needed = sets.filter((set) => set !== '')
  const pool = needed.join('')
  if (pool === '') throw new GenerationError('No valid characters available for password generation')
  if (!Number.isInteger(length) || length < needed.length) {
    throw new RangeError('The length must be an integer with room for one character of each type')
  }
  for (let draw = 0; draw < MAX_DRAWS; draw++) {
    const characters = drawCharacters(length, pool, random)
    if (holdsEach(needed, characters)) return shuffle(characters, random).join('')
  }
  throw new Error('The random source is stuck')
}

function drawCharacters(length: number, pool: string, random: Random): string[] {
  return Array.from({ length }, () => pool.charAt(random.below(pool.length)))
}

function holdsEach(sets: readonly string[], characters: readonly string[]): boolean {
  return sets.every((set) => characters.some((character) => set.includes(character)))
}
