import { hasCharacterType, NO_CHARACTER_TYPE, PASSWORD_LENGTH, type PasswordOptions } from './options.ts'
import { type Random, shuffle } from './random.ts'

export const MULTIPLE_COUNT = 10

const UPPERCASE = { all: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', clear: 'ABCDEFGHJKLMNPQRSTUVWXYZ' }
const LOWERCASE = { all: 'abcdefghijklmnopqrstuvwxyz', clear: 'abcdefghijkmnopqrstuvwxyz' }
const NUMBERS = { all: '0123456789', clear: '23456789' }
const SYMBOLS = '!@#$%^&*()_+-=[]{}|;:,.<>?'

// Drawing ends: in the hardest case the options allow, 8 characters with ambiguous ones avoided, 44 % of draws hold
// every type, so a working source never gets this far. A stuck one ends in an error, not in a frozen page.
const MAX_DRAWS = 100_000

/** The generator can't work with these options; the message says why. */
export class GenerationError extends Error {
  override name = 'GenerationError'
}

/** The characters of each enabled type, one string a type, in the order of the switches. */
export function characterSets(options: PasswordOptions): string[] {
  const choice = options.avoidAmbiguous ? 'clear' : 'all'
  const sets = []
  if (options.includeUppercase) sets.push(UPPERCASE[choice])
  if (options.includeLowercase) sets.push(LOWERCASE[choice])
  if (options.includeNumbers) sets.push(NUMBERS[choice])
  if (options.includeSymbols) sets.push(SYMBOLS)
  return sets
}

/**
 * One password of `options.length` characters with at least one of each enabled type; every such password is equally
 * likely. Throws GenerationError when no type is enabled, RangeError when the length is out of 8..64.
 */
export function generatePassword(options: PasswordOptions, random: Random): string {
  const { length } = options
  if (length < PASSWORD_LENGTH.min || length > PASSWORD_LENGTH.max) {
    throw new RangeError(`The length must be from ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max}`)
  }
  if (!hasCharacterType(options)) throw new GenerationError(NO_CHARACTER_TYPE)
  return drawPassword(length, characterSets(options), random)
}

/** `count` passwords drawn independently of each other; throws as `generatePassword` does. */
export function generatePasswords(count: number, options: PasswordOptions, random: Random): string[] {
  return Array.from({ length: count }, () => generatePassword(options, random))
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
