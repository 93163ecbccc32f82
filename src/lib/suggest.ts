import { closest, distance } from 'fastest-levenshtein'

/** Two letters in the wrong order are two edits. */
const EDITS_MAX = 2

/** "Did you mean …?", or undefined if no known word is similar. */
export function suggest(word: string, known: readonly string[]): string | undefined {
  const nearest = closest(word, known)
  const edits = distance(word, nearest)
  return edits <= EDITS_MAX && 2 * edits < word.length ? `Did you mean ${nearest}?` : undefined
}
