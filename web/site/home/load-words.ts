import type { LanguageId } from '#domain/passwords/languages.ts'
import { loadWords } from '#domain/passwords/word-lists.ts'
import type { WordListLink } from '#domain/site.ts'

const loaded = new Map<LanguageId, readonly string[]>()

/** Undefined until loaded. */
export const loadedWords = (language: LanguageId): readonly string[] | undefined => loaded.get(language)

/** Once per language; rejects without a connection. */
export async function loadWordsOf(
  language: LanguageId,
  ownList: WordListLink | undefined,
): Promise<readonly string[]> {
  const words =
    loaded.get(language) ?? (await (language === 'own' ? fetchWords(ownList) : loadWords(language)))
  loaded.set(language, words)
  return words
}

async function fetchWords(list: WordListLink | undefined): Promise<string[]> {
  const response = await fetch(list?.src ?? '')
  if (!response.ok) throw new Error(`The word list has status ${response.status}`)
  return (await response.text()).split('\n')
}
