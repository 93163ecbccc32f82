import * as z from 'zod/mini'

export const PASSWORD_LENGTH = { min: 8, max: 64, step: 1, default: 16 } as const
export const NO_CHARACTER_TYPE = 'At least one character type must be selected'

/** What a person chose for the generator: `length` in characters. A field left out takes its default. */
export const PasswordOptions = z.object({
  length: z._default(
    z.int().check(z.gte(PASSWORD_LENGTH.min), z.lte(PASSWORD_LENGTH.max)),
    PASSWORD_LENGTH.default,
  ),
  includeUppercase: z._default(z.boolean(), true),
  includeLowercase: z._default(z.boolean(), true),
  includeNumbers: z._default(z.boolean(), true),
  includeSymbols: z._default(z.boolean(), true),
  avoidAmbiguous: z._default(z.boolean(), false),
})
export type PasswordOptions = z.infer<typeof PasswordOptions>

export const defaultPasswordOptions: Readonly<PasswordOptions> = PasswordOptions.parse({})

const StoredLength = z.pipe(
  z.number(),
  z.transform((length) => Math.min(PASSWORD_LENGTH.max, Math.max(PASSWORD_LENGTH.min, Math.round(length)))),
)

const StoredOptions = z.object({
  length: z.catch(StoredLength, defaultPasswordOptions.length),
  includeUppercase: z.catch(z.boolean(), defaultPasswordOptions.includeUppercase),
  includeLowercase: z.catch(z.boolean(), defaultPasswordOptions.includeLowercase),
  includeNumbers: z.catch(z.boolean(), defaultPasswordOptions.includeNumbers),
  includeSymbols: z.catch(z.boolean(), defaultPasswordOptions.includeSymbols),
  avoidAmbiguous: z.catch(z.boolean(), defaultPasswordOptions.avoidAmbiguous),
})

/** Whether the options leave the generator anything to draw from. */
export function hasCharacterType(options: PasswordOptions): boolean {
  return (
    options.includeUppercase || options.includeLowercase || options.includeNumbers || options.includeSymbols
  )
}

/**
 * The options a browser kept as JSON; `null` when it kept none. Never throws: a field that is missing or corrupt
 * takes its default, a length is rounded and brought into range, and with every character type off all come back on.
 */
export function readPasswordOptions(stored: string | null): PasswordOptions {
  const read = StoredOptions.safeParse(parseStored(stored))
  if (!read.success) return { ...defaultPasswordOptions }
  if (hasCharacterType(read.data)) return read.data
  const { length, avoidAmbiguous } = read.data
  return { ...defaultPasswordOptions, length, avoidAmbiguous }
}

/** The value of a stored JSON text; null when there is none or it is damaged. */
export function parseStored(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
