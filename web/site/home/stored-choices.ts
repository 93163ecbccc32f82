import { readStoredChoices, type StoredChoices } from '#domain/passwords/extras.ts'
import { keep, readStored } from '#web/lib/storage.ts'

const STORAGE_KEY = 'generatorExtras'

export const readChoices = (): StoredChoices => readStoredChoices(readStored(STORAGE_KEY))

/** Stores some choices and leaves the others as they are. */
export function keepChoices(choices: Partial<StoredChoices>): void {
  keep(STORAGE_KEY, JSON.stringify({ ...readChoices(), ...choices }))
}
