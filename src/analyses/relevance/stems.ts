import { stemmer } from 'stemmer'

/**
 * Inflectional endings, longest first: plural, gender and case, never what makes another word ('national' stays apart from
 * 'nation'). After J. Savoy, "Light stemming approaches for the French, Portuguese, German and Hungarian languages" (2006).
 */
const ENDINGS: Record<string, RegExp> = {
  /** Its articles, and what is written together with them. L. Larkey and others, "Light stemming for Arabic information retrieval" (2007). */
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
  /** The plural, by itself and with its cases. */
  tur: /l[ae]r(?:[ıi]n?|[ıi]n[ıi]|[ae]|d[ae]n?)?$/,
  ukr: /(ами|ями|ів|ей|ах|ях|ам|ям|ом|ем|ою|ий|ая|а|я|о|е|и|і|у|ю|ь)$/,
  pol: /(ami|ach|ów|om|em|ego|ych|ą|ę|a|e|i|y|u|o)$/,
  ces: /(ami|ech|ích|ách|ům|ou|é|ý|í|á|a|e|i|y|u|o)$/,
}
const SHORTEST_STEM = 3

/**
 * The form that the inflected forms of a lower-case word share. English by M. Porter's algorithm (1980), other languages by
 * their light endings; a language without a table keeps its words.
 */
export function stem(word: string, language: string): string {
  if (language === 'eng') return stemmer(word)
  const endings = ENDINGS[language]
  if (endings === undefined) return word
  const plain = language === 'deu' ? plainGerman(word) : word
  const stemmed = language === 'pol' ? hardened(plain.replace(endings, '')) : plain.replace(endings, '')
  return stemmed.length < SHORTEST_STEM ? plain : stemmed
}

/**
 * Without umlauts, which come and go with inflection (Passwort, Passwörter), and without the genitive behind an ending that
 * is taken off itself: Reifens is to Reifen as Passworts is to Passwort.
 */
const plainGerman = (word: string) =>
  word.replace(/[äöü]/g, (vowel) => ({ ä: 'a', ö: 'o', ü: 'u' })[vowel] ?? vowel).replace(/(?<=e[nr])s$/, '')

/** Polish consonants soften where an ending is missing: wysokość, wysokości. */
const hardened = (stem: string) =>
  stem.replace(/(?<![cćsśnńzź])[cćsśnńzź]+$/, (soft) =>
    soft.replace(/./g, (letter) => HARD[letter] ?? letter),
  )

const HARD: Record<string, string> = { ć: 'c', ś: 's', ń: 'n', ź: 'z' }
