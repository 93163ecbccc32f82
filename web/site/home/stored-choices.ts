import { readStoredChoices, type StoredChoices } from '#domain/passwords/generator-extras.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const STORAGE_KEY = 'generatorExtras'

export const readChoices = (): StoredChoices => readStoredChoices(readStored(STORAGE_KEY))

/** Merges into the stored choices. */
export function storeChoices(choices: Partial<StoredChoices>): void {
  writeStored(STORAGE_KEY, JSON.stringify({ ...readChoices(), ...choices }))
}
