import type { Sources } from './sources.ts'

/** What is worth its bytes: behind, words are as rare as others of their letters. */
const MOST_WORDS = 15_000
const MOST_NAMES = 5000
/** Shorter words are found in everything. */
const SHORTEST = 3
/** A word that is also a password is kept where that makes it this much cheaper; else the list of passwords has it. */
const WORTHWHILE = 0.5

/** Words, names and words of passphrases that the passwords don't have, or rank far behind; each list by its own rank. */
export function rankWords(sources: Sources, passwords: readonly string[]) {
  const ranks = new Map(passwords.map((password, at) => [password, at + 1]))
  const isNew = (word: string, rank: number) =>
    rank < WORTHWHILE * (ranks.get(word) ?? Number.POSITIVE_INFINITY)
  const words = interleave([sources.written, sources.spoken])
    .filter((word, at) => isNew(word, at + 1))
    .slice(0, MOST_WORDS)
  for (const [at, word] of words.entries()) ranks.set(word, Math.min(at + 1, ranks.get(word) ?? at + 1))
  const names = interleave(sources.names)
    .filter((word, at) => isNew(word, at + 1))
    .slice(0, MOST_NAMES)
  for (const [at, word] of names.entries()) ranks.set(word, Math.min(at + 1, ranks.get(word) ?? at + 1))
  const passphrases = sources.passphraseWords.filter(
    (word) => (ranks.get(word) ?? Number.POSITIVE_INFINITY) > 7776,
  )
  return { words, names, passphrases }
}

/** One list from several, by turns; each word once. */
function interleave(lists: readonly string[][]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  const words = new Set<string>()
  for (let at = 0; at < longest; at++) for (const list of lists) words.add(list[at]?.toLowerCase() ?? '')
  return [...words].filter((word) => word.length >= SHORTEST && /^[a-z-]+$/.test(word))
}
