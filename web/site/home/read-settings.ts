import type { GeneratorSettings } from '#domain/passwords/generator-settings.ts'
import type { PassphraseOptions } from '#domain/passwords/passphrase-options.ts'
import { readLink } from '#domain/passwords/settings-link.ts'
import type { PageData } from '#domain/site.ts'
import { isFromLink } from './settings-in-address.ts'
import { readChoices } from './stored-choices.ts'

/** For this visit, settings in the address come before the stored ones. */
export function readSettings(page: PageData): GeneratorSettings {
  const stored = readChoices(page)
  const linked = readLink(location.hash, stored)
  isFromLink.set(linked !== null)
  return linked ?? stored
}

/** English replaces a list of the operator's that is gone. */
export function passphraseSettings(page: PageData): PassphraseOptions {
  const { passphrase } = readSettings(page)
  return passphrase.language === 'own' && !page.wordList ? { ...passphrase, language: 'en' } : passphrase
}
