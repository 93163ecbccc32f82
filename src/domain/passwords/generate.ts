import { characterSets, characterTypes, findContradiction } from './character-types.ts'
import { drawWithMinima } from './draw-with-minima.ts'
import { defaultGeneratorExtras, type GeneratorExtras } from './generator-extras.ts'
import { PASSWORD_LENGTH, type PasswordOptions } from './options.ts'
import { type Random, shuffle } from './random.ts'

export const MULTIPLE_COUNT = 10

// At least 0.8% of draws succeed, so only a stuck source fails this often: throw rather than freeze the page.
const DRAWS_MAX = 100_000

export class GenerationError extends Error {
  override name = 'GenerationError'
}

/** All allowed passwords are equally likely. Throws GenerationError if there are none, RangeError unless 8..64. */
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

export function generatePasswords(
  count: number,
  options: PasswordOptions,
  random: Random,
  extras: GeneratorExtras = defaultGeneratorExtras,
): string[] {
  return Array.from({ length: count }, () => generatePassword(options, random, extras))
}

/**
 * Draws `length` characters from disjoint sets, at least one from each non-empty set. Throws GenerationError if all sets
 * are empty, RangeError if `length` is too short, Error if the source is stuck.
 *
 * Rejection sampling keeps strings equally likely: draw from the whole pool until every set is present. Placing one of
 * each first would favor evenly mixed passwords, up to 20-fold at 16 characters.
 */
export function drawPassword(length: number, sets: readonly string[], random: Random): string {
  const needed = sets.filter((set) => set !== '')
  const pool = needed.join('')
  if (pool === '') throw new GenerationError('No valid characters available for password generation')
  if (!Number.isInteger(length) || length < needed.length) {
    throw new RangeError('The length must be an integer with room for one character of each type')
  }
  for (let draw = 0; draw < DRAWS_MAX; draw++) {
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
