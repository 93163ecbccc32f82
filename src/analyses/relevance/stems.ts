import { stemmer as armenian } from '@orama/stemmers/armenian'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as greek } from '@orama/stemmers/greek'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian'
import { stemmer as serbian } from '@orama/stemmers/serbian'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stemmer as english } from 'stemmer'

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
  bul: /(ията|ите|ият|ът|ят|та|то|те|ове|еве|и|а|я|о|е)$/,
  est: /[aeiu](?:(?:de|te)?(?:ga|ks|sse|st|s|le|lt|l|d|t)?)?$/,
  eus: /(arekin|entzat|aren|etako|etan|ekin|ari|ak|ek|en|an|ra|ko|a)$/,
  ukr: /(ами|ями|ів|ей|ах|ях|ам|ям|ом|ем|ою|ий|ая|а|я|о|е|и|і|у|ю|ь)$/,
  pol: /(ami|ach|ów|om|em|ego|ych|ą|ę|a|e|i|y|u|o)$/,
  ces: /(ami|ech|ích|ách|ům|ou|é|ý|í|á|a|e|i|y|u|o)$/,
}
const STEM_MIN = 3

/** Snowball's algorithms, for languages with many suffixes; Porter's (1980) for English. */
const STEMMERS: Record<string, (word: string) => string> = {
  eng: english,
  ell: greek,
  fin: (word) => untilStable(word, (part) => finnish(part).replace(/[oe]$/, '')),
  hrv: serbian,
  hun: hungarian,
  hye: armenian,
  kor: (word) => untilStable(word, (part) => part.replace(PARTICLE, '')),
  lit: lithuanian,
  // Snowball leaves the s of a possessive that follows a vowel: şifre, şifresi.
  tur: (word) => untilStable(word, (part) => turkish(part).replace(/(?<=[aeıioöuü])s$/, '')),
}

/** After a noun of at least two syllables. */
const PARTICLE =
  /(?<=[가-힣]{2})(?:으로부터|에서부터|으로써|으로서|에게서|한테서|이라고|이라는|입니다|까지|부터|에서|에게|한테|께서|라고|라는|이나|보다|처럼|같이|마다|조차|마저|밖에|만큼|이랑|하고|으로|이다|이며|이고|로|와|과|이|가|은|는|을|를|의|에|도|만|나|랑)$/

/** Forms with one suffix more must not end elsewhere. */
function untilStable(word: string, shorten: (word: string) => string): string {
  const shorter = shorten(word)
  return shorter === word || shorter.length < 2 ? word : untilStable(shorter, shorten)
}

/** Light endings for languages without a stemmer. Unchanged if there is no table. */
export function stem(word: string, language: string): string {
  const stemmer = STEMMERS[language]
  if (stemmer) return stemmer(word)
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
