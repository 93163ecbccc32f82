import { findContradiction } from './character-types.ts'
import {
  defaultGeneratorExtras,
  type GeneratorExtras,
  type GeneratorName,
  readStoredChoices,
} from './generator-extras.ts'
import { defaultPasswordOptions, type PasswordOptions, readPasswordOptions } from './options.ts'
import { defaultPassphraseOptions, type PassphraseOptions } from './passphrase-options.ts'

export type GeneratorSettings = {
  generator: GeneratorName
  options: PasswordOptions
  extras: GeneratorExtras
  passphrase: PassphraseOptions
}

/** As specified; the operator's defaults replace them. */
export const standardSettings: Readonly<GeneratorSettings> = {
  generator: 'password',
  options: defaultPasswordOptions,
  extras: defaultGeneratorExtras,
  passphrase: defaultPassphraseOptions,
}

/**
 * The visitor's choices, JSON or null, over `defaults`. The two texts are written separately and may contradict each other:
 * then the standard extras count.
 */
export function readStoredSettings(
  stored: { options: string | null; choices: string | null },
  defaults: GeneratorSettings,
): GeneratorSettings {
  const options = readPasswordOptions(stored.options, defaults.options)
  const choices = readStoredChoices(stored.choices, defaults)
  const isPossible = findContradiction(options, choices.extras) === null
  return { ...choices, options, extras: isPossible ? choices.extras : standardSettings.extras }
}
