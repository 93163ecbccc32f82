/** Letters without accents, final sigma, and letters that Arabic and Persian keyboards write differently. */
const SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  '״': '"',
  '׳': "'",
  '’': "'",
}

/** Accents, Hebrew points, Arabic vowels, the tatweel, optional Indic dots, and joiners and other invisible characters. */
const OPTIONAL =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\p{Default_Ignorable_Code_Point}]/gu

/** Except characters that are common and never change. In Cyrillic, some accents make another letter, as in й. */
const CHANGEABLE =
  /[\u0430-\u04ff][\u0300-\u036f]|[^\0-\x9f\u0430-\u044f\u3041-\u30fe\u4e00-\u9fff\uac00-\ud7a3]/gu
const CYRILLIC = /^[\u0430-\u04ff]/
const OPTIONAL_IN_CYRILLIC = /^[ѐёѝ]$/

/** Letters in pieces, as file names and old systems write them: か゛, 가 in two or three parts. */
const IN_PIECES =
  /[\u304b-\u30fd][\u3099\u309a]|[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\uac00-\ud7a3][\u11a8-\u11c2]/g

/** Maximum growth in length. ㍿ becomes 株式会社; the few longer ones stay. */
export const FOLDED_GROWTH = 4

const folded = new Map<string, string>()

/**
 * The same for all spellings of a word: case, accents, full and half width, Unicode's composed and decomposed forms. For
 * every search and for the keys of keywords. By letter, because NFKD sorts long runs of accents in quadratic time.
 */
export const foldText = (text: string): string =>
  text
    .toLowerCase()
    .replace(CHANGEABLE, foldLetter)
    .replace(IN_PIECES, (pieces) => pieces.normalize('NFC'))

function foldLetter(letter: string): string {
  const known = folded.get(letter)
  if (known !== undefined) return known
  const form = formOf(letter)
  // Bounds the cache.
  if (letter.length === 1) folded.set(letter, form)
  return form
}

function formOf(letter: string): string {
  if (CYRILLIC.test(letter)) {
    const composed = letter.normalize('NFC')
    if (composed.length === 1 && !OPTIONAL_IN_CYRILLIC.test(composed)) return composed
  }
  const letters = letter.normalize('NFKD').replace(OPTIONAL, '').toLowerCase()
  const form = letters.replace(/./gu, (one) => SPELLINGS[one] ?? one)
  return form.length > letter.length * FOLDED_GROWTH ? letter : form
}
