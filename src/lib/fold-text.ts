/** Letters without accents, and the final sigma. */
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

/** Precomposed Latin and Greek letters, and Cyrillic ones whose accents are optional. */
const ACCENTED = /[\u00df-\u03ff\u0450\u0451\u045d\u1e00-\u1fff]/g
const ACCENTS = /[\u0300-\u036f]/g

/** Maximum growth in length: ß, æ and œ become two letters. */
export const FOLDED_GROWTH = 2

const folded = new Map<string, string>()

/** For search. By letter, because NFD sorts long runs of accents in quadratic time. */
export const foldText = (text: string): string => text.toLowerCase().replace(ACCENTED, foldLetter)

function foldLetter(letter: string): string {
  const known = folded.get(letter)
  if (known !== undefined) return known
  const letters = letter.normalize('NFD').replace(ACCENTS, '')
  const form = SPELLINGS[letters] ?? letters
  folded.set(letter, form)
  return form
}
