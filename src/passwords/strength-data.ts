import characters from '#domain/passwords/data/characters.bin' with { type: 'file' }
import passwords from '#domain/passwords/data/passwords.bin' with { type: 'file' }
import words from '#domain/passwords/data/words.bin' with { type: 'file' }
import { addLanguage, readStrengthData, type StrengthData } from '#domain/passwords/estimate/data.ts'
import { LANGUAGE_FILES } from './language-files.ts'

/** With all languages. Embedded in the executable; unpacking takes about half a second. */
export async function loadStrengthData(): Promise<StrengthData> {
  const data = readStrengthData({
    passwords: await Bun.file(passwords).bytes(),
    words: await Bun.file(words).bytes(),
    characters: await Bun.file(characters).bytes(),
  })
  for (const file of LANGUAGE_FILES) addLanguage(data, await Bun.file(file).bytes())
  return data
}
