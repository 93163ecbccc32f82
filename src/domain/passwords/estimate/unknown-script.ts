import type { Match } from './match.ts'
import type { Vocabulary } from './patterns/words.ts'
import type { Character } from './text.ts'

/** Renames parts without a pattern whose letters occur in no known word: nothing was found because nothing was known. */
export function nameUnknownScripts(
  parts: readonly Match[],
  characters: readonly Character[],
  vocabulary: Vocabulary,
): Match[] {
  return parts.map((part) => {
    if (part.finding.kind !== 'random' && part.finding.kind !== 'typical') return part
    const letters = characters.slice(part.start, part.end).filter(({ lower }) => /^\p{L}/u.test(lower))
    const foreign = letters.filter(({ lower }) => lower > '\u024f')
    if (2 * foreign.length <= letters.length) return part
    const known = lettersOf(vocabulary)
    const isKnown = foreign.some(({ lower, folded }) => known.has(lower) || known.has(folded))
    return isKnown ? part : { ...part, finding: { kind: 'unknown script' } }
  })
}

const read = new WeakMap<Vocabulary['words'], { size: number; letters: Set<string> }>()

/** Read again once a language has been added. */
function lettersOf({ words }: Vocabulary): Set<string> {
  const before = read.get(words)
  if (before?.size === words.size) return before.letters
  const letters = new Set<string>()
  for (const word of words.keys()) for (const letter of word) letters.add(letter)
  read.set(words, { size: words.size, letters })
  return letters
}
