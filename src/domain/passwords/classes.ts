/** Which kinds of character a password holds. */
export type CharacterClasses = { uppercase: boolean; lowercase: boolean; numbers: boolean; symbols: boolean }

/** Letters and digits are the ASCII ones; everything else, such as a space, 'é' or an emoji, counts as a symbol. */
export function classesIn(password: string): CharacterClasses {
  return {
    uppercase: /[A-Z]/.test(password),
    lowercase: /[a-z]/.test(password),
    numbers: /[0-9]/.test(password),
    symbols: /[^A-Za-z0-9]/.test(password),
  }
}

/** A password's length as people count it, in code points: an emoji is one character, not two. */
export function lengthOf(password: string): number {
  return [...password].length
}
