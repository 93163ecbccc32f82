import { type Candidate, candidatesOf } from './candidates.ts'
import type { Keyword, TextDocument } from './document.ts'
import { spell } from './keys.ts'
import { languageOf } from './language.ts'
import { rawRelevance } from './relevance.ts'
import { snippetOf } from './snippet.ts'

export const KEYWORDS_MAX = 500

/** Orders of magnitude between the best keyword and a score of 0. */
const MAGNITUDES = 4

/**
 * Returns up to 500 keywords, sorted by relevance, then frequency:
 *
 *     relevanceScore = 10 · (1 + log10(raw / best raw) / 4), at least 0, to one decimal
 *
 * Raw relevance (see relevance.ts) is a product that spans orders of magnitude, hence the logarithm: a tenth of the
 * evidence costs 2.5 points. Main topics score 8 or more, related terms 5 or more. Merges near duplicates: inflected
 * forms, capitals, hyphens, and parts that occur only inside one longer phrase. Deterministic.
 */
export function extractKeywords(document: TextDocument): Keyword[] {
  const language = languageOf(document)
  const { candidates, words } = candidatesOf(document, language)
  const raw = rawRelevance(
    candidates.filter((candidate) => !isContained(candidate)),
    {
      words,
      knowsNouns: language.code === 'eng',
    },
  )
  const values = Float64Array.from(raw, ({ value }) => value).sort()
  const best = values.at(-1) ?? 0
  const last = values.at(-KEYWORDS_MAX) ?? 0
  const seen = new Set<string>()
  return (
    raw
      .filter(({ value }) => value >= last)
      .sort((a, b) => b.value - a.value)
      .slice(0, KEYWORDS_MAX)
      .map(({ candidate, value }) => keywordOf(candidate, value / best))
      // Without spaces, two segmentations can yield the same text.
      .filter(({ keyword }) => seen.size < seen.add(keyword).size)
      .sort((a, b) => b.relevanceScore - a.relevanceScore || b.frequency - a.frequency)
  )
}

/** A single occurrence doesn't prove that a part belongs to one phrase only. */
function isContained({ words, wholeCount, count, countOfLonger, countOfJoined }: Candidate): boolean {
  if (words.length === 1 && words[0]?.isNewTerm) return false
  return count > 1 && ((wholeCount === 0 && count === countOfLonger) || count === countOfJoined)
}

function keywordOf({ words, spellings, count, at }: Candidate, share: number): Keyword {
  const mostFrequent = spellings?.values().reduce((best, a) => (a.count > best.count ? a : best))
  return {
    keyword: spell(mostFrequent?.words ?? words),
    frequency: count,
    relevanceScore: Math.round(100 * Math.max(0, 1 + Math.log10(share) / MAGNITUDES)) / 10,
    context: { place: at.block.place, snippet: snippetOf(at.block.text, at.start, at.end) },
  }
}
