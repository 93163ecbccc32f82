/** Text of others with what would command a terminal, or turn the direction of its lines, written as an escape. */
export const printable = (words: string): string =>
  words.replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
