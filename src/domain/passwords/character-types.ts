import { LOWERCASE, NUMBERS, UPPERCASE } from './alphabets.ts'
import { defaultGeneratorExtras, type GeneratorExtras } from './generator-extras.ts'
import { hasCharacterType, NO_CHARACTER_TYPE, type PasswordOptions } from './options.ts'

export type CharacterType = {
  label: 'uppercase letter' | 'lowercase letter' | 'digit' | 'symbol'
  characters: string
  minimum: number
}

/** In the order of the switches; a type is empty if all its characters are excluded. */
export function characterTypes(
  options: PasswordOptions,
  { symbols, excluded, minNumbers, minSymbols }: GeneratorExtras = defaultGeneratorExtras,
): CharacterType[] {
  const choice = options.avoidAmbiguous ? 'clear' : 'all'
  const types: (CharacterType & { isOn: boolean })[] = [
    { label: 'uppercase letter', isOn: options.includeUppercase, characters: UPPERCASE[choice], minimum: 1 },
    { label: 'lowercase letter', isOn: options.includeLowercase, characters: LOWERCASE[choice], minimum: 1 },
    { label: 'digit', isOn: options.includeNumbers, characters: NUMBERS[choice], minimum: minNumbers },
    { label: 'symbol', isOn: options.includeSymbols, characters: symbols, minimum: minSymbols },
  ]
  return types
    .filter(({ isOn }) => isOn)
    .map(({ label, characters, minimum }) => ({ label, characters: without(excluded, characters), minimum }))
}

const without = (excluded: string, characters: string) =>
  [...characters].filter((character) => !excluded.includes(character)).join('')

export function characterSets(options: PasswordOptions, extras?: GeneratorExtras): string[] {
  return characterTypes(options, extras).map(({ characters }) => characters)
}

/** What to change, as a sentence; null if the choices can be satisfied. */
export function findContradiction(options: PasswordOptions, extras: GeneratorExtras): string | null {
  if (!hasCharacterType(options)) return NO_CHARACTER_TYPE
  const types = characterTypes(options, extras)
  const empty = types.find(({ characters }) => characters === '')
  if (empty) return `Every ${empty.label} is excluded. Allow at least one, or switch that type off.`
  const needed = types.reduce((sum, { minimum }) => sum + minimum, 0)
  if (needed <= options.length) return null
  const minima = types.map(({ label, minimum }) => `${minimum} ${label}${minimum === 1 ? '' : 's'}`)
  return `${new Intl.ListFormat('en').format(minima)} need at least ${needed} characters. Lower a minimum or choose a longer password.`
}
