import { stemmer } from 'stemmer'

// Inflectional endings, longest first, but no derivations: 'national' isn't 'nation'. After J. Savoy, "Light stemming
// approaches for the French, Portuguese, German and Hungarian languages" (2006).
const ENDINGS: Record<string, RegExp> = {
  /** Prefixed articles, after L. Larkey et al., "Light stemming for Arabic information retrieval" (2007). */
  ara: /^(?:[وبكف]?ال|لل)/,
  deu: /(ern|em|en|er|es|e|n|s)$/,
  nld: /(en|s|e)$/,
  fra: /(eaux|aux|es|s|x|e)$/,
  spa: /(es|os|as|o|a|s|e)$/,
  por: /(ões|ães|es|os|as|o|a|s|e)$/,
  ita: /[aeio]$/,
  cat: /(es|os|s|a|e)$/,
  glg: /(es|os|as|o|a|s|e)$/,
  ron: /(urile|ului|ilor|elor|ele|ile|uri|ul|le|ea|i|e|a|ă)$/,
  swe: /(arna|erna|orna|ar|er|or|en|et|na|a|n|s)$/,
  dan: /(erne|ene|er|en|et|ne|e|s)$/,
  nob: /(ene|er|en|et|ne|e|a|s)$/,
  rus: /(ами|ями|ов|ев|ей|ах|ях|ам|ям|ом|ем|ой|ый|ий|ая|ое|ые|ых|ую|а|я|о|е|ы|и|у|ю|ь)$/,
  tur: /l[ae]r(?:[ıi]n?|[ıi]n[ıi]|[ae]|d[ae]n?)?$/,
  ukr: /(ами|ями|ів|ей|ах|ях|ам|ям|ом|ем|ою|ий|ая|а|я|о|е|и|і|у|ю|ь)$/,
  pol: /(ami|ach|ów|om|em|ego|ych|ą|ę|a|e|i|y|u|o)$/,
  ces: /(ami|ech|ích|ách|ům|ou|é|ý|í|á|a|e|i|y|u|o)$/,
}
const STEM_MIN = 3

/** Porter's algorithm (1980) for English, light endings for other languages. Unchanged if there is no table. */
export function stem(word: string, language: string): string {
  if (language === 'eng') return stemmer(word)
  const endings = ENDINGS[language]
  if (endings === undefined) return word
  const normalized = language === 'deu' ? normalizeGerman(word) : word
  const result =
    language === 'pol' ? hardenConsonants(normalized.replace(endings, '')) : normalized.replace(endings, '')
  return result.length < STEM_MIN ? normalized : result
}

/** Umlauts vary with inflection (Passwort, Passwörter), and a genitive s may follow an ending (Reifen, Reifens). */
const normalizeGerman = (word: string) =>
  word.replace(/[äöü]/g, (vowel) => ({ ä: 'a', ö: 'o', ü: 'u' })[vowel] ?? vowel).replace(/(?<=e[nr])s$/, '')

/** Polish drops the accent of a soft consonant before i: wysokość, wysokości. */
const hardenConsonants = (stem: string) =>
  stem.replace(/(?<![cćsśnńzź])[cćsśnńzź]+$/, (soft) =>
    soft.replace(/./g, (letter) => HARD[letter] ?? letter),
  )

const HARD: Record<string, string> = { ć: 'c', ś: 's', ń: 'n', ź: 'z' }
