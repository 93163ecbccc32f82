import type { Sources } from './sources.ts'

/** Shorter ones count only in phrases, and only if common: the rest are abbreviations. */
const WORD_LENGTH_MIN = 3
const SHORT_WORDS = 500
/** Kept even if they save few bits, because phrases use them. */
const COMMON_WORDS = 3000
/** Bits that a word must save, compared with its characters, to be worth its bytes. */
const WORTHWHILE_BITS = { words: 23, names: 20 }
const WORTHWHILE_FACTOR = 0.5

/** Keeps words that cost fewer bits as words than as passwords or characters, such as 'aberystwyth' but not 'walking'. */
export function rankWords(
  sources: Sources,
  passwords: readonly (string | null)[],
  log2Probability: (text: string) => number,
) {
  const ranks = new Map(passwords.map((password, at) => [password ?? '', at + 1]))
  const choose = (candidates: string[], worthwhileBits: number) => {
    const isWorthwhile = (word: string, rank: number) =>
      rank < WORTHWHILE_FACTOR * (ranks.get(word) ?? Number.POSITIVE_INFINITY) &&
      (rank <= COMMON_WORDS || -log2Probability(word) - Math.log2(rank) > worthwhileBits)
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

/** Alternates between the lists; no duplicates. */
function interleave(lists: readonly string[][]): string[] {
  const longest = Math.max(...lists.map(({ length }) => length))
  const words = new Set<string>()
  for (let at = 0; at < longest; at++) for (const list of lists) words.add(list[at]?.toLowerCase() ?? '')
  return [...words].filter(
    (word, at) => /^[a-z][a-z'-]*$/.test(word) && (word.length >= WORD_LENGTH_MIN || at < SHORT_WORDS),
  )
}
