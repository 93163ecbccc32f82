import { booleanOr, readStoredText } from './stored-json.ts'

export const PASSWORD_LENGTH = { min: 8, max: 64, step: 1, default: 16 } as const
export const NO_CHARACTER_TYPE = 'At least one character type must be selected'

export type PasswordOptions = {
  length: number
  includeUppercase: boolean
  includeLowercase: boolean
  includeNumbers: boolean
  includeSymbols: boolean
  avoidAmbiguous: boolean
}

export const defaultPasswordOptions: Readonly<PasswordOptions> = {
  length: PASSWORD_LENGTH.default,
  includeUppercase: true,
  includeLowercase: true,
  includeNumbers: true,
  includeSymbols: true,
  avoidAmbiguous: false,
}

export function hasCharacterType(options: PasswordOptions): boolean {
  return (
    options.includeUppercase || options.includeLowercase || options.includeNumbers || options.includeSymbols
  )
}

/** Missing and corrupt fields get their defaults; lengths are clamped; if every type is off, all are turned on. */
export function readPasswordOptions(
  stored: string | null,
  defaults: PasswordOptions = defaultPasswordOptions,
): PasswordOptions {
  const field = readStoredText(stored)
  const isOn = (name: Exclude<keyof PasswordOptions, 'length'>) => booleanOr(defaults[name], field(name))
  const options = {
    length: toLength(field('length'), defaults.length),
    includeUppercase: isOn('includeUppercase'),
    includeLowercase: isOn('includeLowercase'),
    includeNumbers: isOn('includeNumbers'),
    includeSymbols: isOn('includeSymbols'),
    avoidAmbiguous: isOn('avoidAmbiguous'),
  }
  if (hasCharacterType(options)) return options
  const { length, avoidAmbiguous } = options
  return { ...defaultPasswordOptions, length, avoidAmbiguous }
}

function toLength(stored: unknown, fallback: number): number {
  if (typeof stored !== 'number' || !Number.isFinite(stored)) return fallback
  return Math.min(PASSWORD_LENGTH.max, Math.max(PASSWORD_LENGTH.min, Math.round(stored)))
}
