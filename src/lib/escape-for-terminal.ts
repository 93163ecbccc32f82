/** Escapes control characters and direction marks in untrusted text. */
export const escapeForTerminal = (words: string): string =>
  words.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
