/** Keys of the Korean layout on QWERTY, in Unicode's order of initial consonants, vowels and final consonants. */
const KEYS = [
  'r R s e E f a q Q t T d w W c z x v g',
  'k o i O j p u P h hk ho hl y n nj np nl b m ml l',
  'r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g',
].map((keys) => keys.split(' '))
const FIRST_JAMO = [0x1100, 0x1161, 0x11a8]

/** The Latin keys of a Korean word: 'dkssud' for '안녕'. Other characters stay. */
export function koreanKeys(word: string): string {
  return [...word.normalize('NFD')]
    .map((jamo) => {
      const code = jamo.codePointAt(0) ?? 0
      const keys = FIRST_JAMO.map((first, at) => KEYS[at]?.[code - first])
      return keys.find((key) => key !== undefined) ?? jamo
    })
    .join('')
}
