/** Letters that people type as others, though no accent makes the difference. A small sigma has two forms. */
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
}

/** Accents, and the lower-case letters that may have one: of Latin and Greek, and those of Cyrillic that are optional. */
const ACCENTED = /[\u00df-\u03ff\u0450\u0451\u045d\u1e00-\u1fff]/g
const ACCENTS = /[\u0300-\u036f]/g

/** How many times its length a text may become: ß, æ and œ are two letters. */
export const FOLDED_GROWTH = 2

const folded = new Map<string, string>()

/**
 * The form in which texts are compared by a search: lower case, without accents. Letter by letter, because a normal form
 * of the whole would sort long runs of accents in quadratic time.
 */
export const foldText = (text: string): string => text.toLowerCase().replace(ACCENTED, foldLetter)

function foldLetter(letter: string): string {
  const known = folded.get(letter)
  if (known !== undefined) return known
  const form = SPELLINGS[letter] ?? letter.normalize('NFD').replace(ACCENTS, '')
  folded.set(letter, form)
  return form
}
