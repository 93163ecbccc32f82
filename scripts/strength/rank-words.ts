import type { Sources } from './sources.ts'

/** Shorter words are found in everything. */
const SHORTEST = 3
/** Words of phrases, kept whatever their letters. */
const ALWAYS_KEPT = 3000
/** A word must be so many bits cheaper in the list than by its letters, or than as a password, to be worth its bytes. */
const WORTHWHILE_BITS = { words: 23, names: 20 }
const WORTHWHILE_FACTOR = 0.5

/**
 * Words, names and words of passphrases that cost less in these lists than as passwords or by their letters; each list
 * by its own rank. Long and rare words are those that letters don't explain: 'aberystwyth', not 'walking'.
 */
export function rankWords(
  sources: Sources,
  passwords: readonly string[],
  log2Probability: (text: string) => number,
) {
  const ranks = new Map(passwords.map((password, at) => [password, at + 1]))
  const choose = (candidates: string[], worthwhileBits: number) => {
    const isWorthwhile = (word: string, rank: number) =>
      rank < WORTHWHILE_FACTOR * (ranks.get(word) ?? Number.POSITIVE_INFINITY) &&
      (rank <= ALWAYS_KEPT || -log2Probability(word) - Math.log2(rank) > worthwhileBits)
    const chosen = candidates.filter((word, at) => isWorthwhile(word, at + 1))
    for (const [at, word] of chosen.entries()) ranks.set(word, Math.min(at + 1, ranks.get(word) ?? at + 1))
    return chosen
  }
  const words = choose(interleave([sources.written, sources.spoken]), WORTHWHILE_BITS.words)
  const names = choose(interleave(sources.names), WORTHWHILE_BITS.names)
  const rankOf = (word: string) => ranks.get(word) ?? Number.POSITIVE_INFINITY
  const passphrases = sources.passphraseWords.filter((word) => rankOf(word) > sources.passphraseWords.length)
  return { words, names, passphrases }
}

/** One list from several, by turns; each word once. */
function interleave(lists: readonly string[][]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  const words = new Set<string>()
  for (let at = 0; at < longest; at++) for (const list of lists) words.add(list[at]?.toLowerCase() ?? '')
  return [...words].filter((word) => word.length >= SHORTEST && /^[a-z-]+$/.test(word))
}
