import { closest, distance } from 'fastest-levenshtein'

/** "Did you mean …?", or undefined if no known word is similar. Two letters in the wrong order are one mistake. */
export function suggest(word: string, known: readonly string[], mistakesMax = 2): string | undefined {
  const nearest = closest(word, known)
  const edits = distance(word, nearest)
  const mistakes = edits === 2 && sorted(word) === sorted(nearest) ? 1 : edits
  return mistakes <= mistakesMax && 2 * mistakes < word.length ? `Did you mean ${nearest}?` : undefined
}

const sorted = (word: string) => [...word].sort().join('')
