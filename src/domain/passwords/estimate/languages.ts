/** The languages that have a file of words, by script. */
const SCRIPTS = [
  {
    letter: /\p{Script=Latin}/u,
    languages: 'en es pt fr de it nl pl tr id vi ro cs sk hu sv da nb fi hr sl lv',
  },
  { letter: /\p{Script=Cyrillic}/u, languages: 'ru uk bg sr mk' },
  { letter: /\p{Script=Arabic}/u, languages: 'ar fa ur' },
  { letter: /\p{Script=Han}/u, languages: 'zh ja' },
  { letter: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, languages: 'ja' },
  { letter: /\p{Script=Hangul}/u, languages: 'ko' },
  { letter: /\p{Script=Greek}/u, languages: 'el' },
  { letter: /\p{Script=Hebrew}/u, languages: 'he' },
  { letter: /\p{Script=Devanagari}/u, languages: 'hi' },
  { letter: /\p{Script=Bengali}/u, languages: 'bn' },
  { letter: /\p{Script=Tamil}/u, languages: 'ta' },
  { letter: /\p{Script=Thai}/u, languages: 'th' },
  { letter: /\p{Script=Armenian}/u, languages: 'hy' },
  { letter: /\p{Script=Georgian}/u, languages: 'ka' },
].map(({ letter, languages }) => ({ letter, languages: languages.split(' ') }))

export const LANGUAGES = [...new Set(SCRIPTS.flatMap(({ languages }) => languages))]

/**
 * The languages `text` may be in. Depends on its scripts alone: requests must not tell its words.
 */
export const languagesOf = (text: string): string[] =>
  SCRIPTS.filter(({ letter }) => letter.test(text)).flatMap(({ languages }) => languages)

/** The languages of locales such as 'pt-BR', as a browser names them; Norwegian is 'nb'. */
export function languagesOfLocales(locales: readonly string[]): string[] {
  const languages = locales.map(
    (locale) =>
      locale
        .toLowerCase()
        .split('-')[0]
        ?.replace(/^n[on]$/, 'nb') ?? '',
  )
  return LANGUAGES.filter((language) => languages.includes(language))
}
