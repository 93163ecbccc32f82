import type { StoredChoices } from '#domain/passwords/generator-extras.ts'
import {
  type GeneratorSettings,
  readStoredSettings,
  standardSettings,
} from '#domain/passwords/generator-settings.ts'
import type { PasswordOptions } from '#domain/passwords/options.ts'
import { readStoredText } from '#domain/passwords/stored-json.ts'
import type { PageData } from '#domain/site.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const OPTIONS_KEY = 'passwordOptions'
const CHOICES_KEY = 'generatorExtras'

/** The visitor's choices over the operator's. */
export const readChoices = ({ generatorDefaults = standardSettings }: PageData): GeneratorSettings =>
  readStoredSettings(
    { options: readStored(OPTIONS_KEY), choices: readStored(CHOICES_KEY) },
    generatorDefaults,
  )

export function storeOptions(options: PasswordOptions): void {
  writeStored(OPTIONS_KEY, JSON.stringify(options))
}

/** Merges into what is stored, so that the operator's defaults stay theirs. */
export function storeChoices(choices: Partial<StoredChoices>): void {
  const stored = readStoredText(readStored(CHOICES_KEY))
  const kept = {
    generator: stored('generator'),
    extras: stored('extras'),
    passphrase: stored('passphrase'),
  }
  writeStored(CHOICES_KEY, JSON.stringify({ ...kept, ...choices }))
}
