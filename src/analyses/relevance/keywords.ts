import { type Candidate, candidatesOf } from './candidates.ts'
import type { Keyword, TextDocument } from './document.ts'
import { spell } from './keys.ts'
import { languageOf } from './language.ts'
import { rawRelevance } from './relevance.ts'
import { snippetOf } from './snippet.ts'

export const MOST_KEYWORDS = 500

/** Orders of magnitude between the best and what is worth nothing. */
const MAGNITUDES = 4

/**
 * What a text is about: at most 500 keywords, by relevance and then by frequency.
 *
 *     relevanceScore = 10 · (1 + log10(raw / raw of the best) / 4), at least 0, to one decimal
 *
 * The logarithm, because raw relevance is a product and falls over orders of magnitude: ten times less evidence costs two
 * and a half points wherever it is lost, so what carries a page is 8 and more, what belongs to it 5 and more, and four
 * orders below the best is nothing. For the raw relevance and the reasons for its terms see relevance.ts. Near duplicates
 * are one keyword: inflected forms, capitals and hyphens, and a part that occurs only inside one longer phrase.
 *
 * Reads no clock, no network and no randomness; equal documents have equal keywords.
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
  const last = values.at(-MOST_KEYWORDS) ?? 0
  const told = new Set<string>()
  return (
    raw
      .filter(({ value }) => value >= last)
      .sort((one, other) => other.value - one.value)
      .slice(0, MOST_KEYWORDS)
      .map(({ candidate, value }) => keywordOf(candidate, value / best))
      // Without spaces two ways to divide the same characters look alike.
      .filter(({ keyword }) => told.size < told.add(keyword).size)
      .sort((one, other) => other.relevanceScore - one.relevanceScore || other.frequency - one.frequency)
  )
}

/** Once is no evidence that a part belongs to its phrase alone; from two occurrences on it is. */
function isContained({ wholes, count, countOfLonger, countOfJoined }: Candidate): boolean {
  return count > 1 && ((wholes === 0 && count === countOfLonger) || count === countOfJoined)
}

function keywordOf({ words, spellings, count, at }: Candidate, share: number): Keyword {
  const often = spellings?.values().reduce((most, one) => (one.count > most.count ? one : most))
  return {
    keyword: spell(often?.words ?? words),
    frequency: count,
    relevanceScore: Math.round(100 * Math.max(0, 1 + Math.log10(share) / MAGNITUDES)) / 10,
    context: { place: at.block.place, snippet: snippetOf(at.block.text, at.start, at.end) },
  }
}
