/** Languages of passphrases. 'own' is the operator's list. */
export const LANGUAGES = [
  { id: 'en', name: 'English' },
  { id: 'zh-Hans', name: 'Chinese (simplified)' },
  { id: 'zh-Hant', name: 'Chinese (traditional)' },
  { id: 'cs', name: 'Czech' },
  { id: 'fr', name: 'French' },
  { id: 'it', name: 'Italian' },
  { id: 'ja', name: 'Japanese' },
  { id: 'ko', name: 'Korean' },
  { id: 'pt', name: 'Portuguese' },
  { id: 'es', name: 'Spanish' },
] as const

export type Language = (typeof LANGUAGES)[number]['id']

export type LanguageId = Language | 'own'

export const readLanguage = (id: unknown): LanguageId | undefined =>
  id === 'own' ? id : LANGUAGES.find((language) => language.id === id)?.id
