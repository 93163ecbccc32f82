export type CharacterClasses = { uppercase: boolean; lowercase: boolean; numbers: boolean; symbols: boolean }

/** ASCII only: anything but A–Z, a–z and 0–9 counts as a symbol, including spaces, 'é' and emoji. */
export function classesIn(password: string): CharacterClasses {
  return {
    uppercase: /[A-Z]/.test(password),
    lowercase: /[a-z]/.test(password),
    numbers: /[0-9]/.test(password),
    symbols: /[^A-Za-z0-9]/.test(password),
  }
}

/** In code points: an emoji is one character, not two. */
export function lengthOf(password: string): number {
  return [...password].length
}
