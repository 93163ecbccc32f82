import characters from '#domain/passwords/data/characters.bin' with { type: 'file' }
import passwords from '#domain/passwords/data/passwords.bin' with { type: 'file' }
import words from '#domain/passwords/data/words.bin' with { type: 'file' }
import { readStrengthData, type StrengthData } from '#domain/passwords/estimate/data.ts'

/** Embedded in the executable; unpacking takes about 0.1 s. */
export async function loadStrengthData(): Promise<StrengthData> {
  return readStrengthData({
    passwords: await Bun.file(passwords).bytes(),
    words: await Bun.file(words).bytes(),
    characters: await Bun.file(characters).bytes(),
  })
}
