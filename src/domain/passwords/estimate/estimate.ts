import { characterCosts } from './character-costs.ts'
import { cheapestCover } from './cheapest-cover.ts'
import type { StrengthData } from './data.ts'
import { decadesOf } from './guesses.ts'
import type { Capitals, Finding, Match } from './match.ts'
import { nameParts } from './name-parts.ts'
import { findPatterns } from './patterns/all.ts'
import { capitalsOf } from './patterns/capitals.ts'
import { readText, type Text } from './text.ts'

/**
 * `start` and `end` in code points of the password; `decades` is the part's share of `log10Guesses`, and `weight` that
 * of each of its characters.
 */
export type Part = { start: number; end: number; decades: number; weight: number; finding: Finding }

export type Estimate = {
  /** Guesses as a power of ten, for a guesser who knows how people choose passwords. */
  log10Guesses: number
  /** What explains the estimate: parts in order, without gaps, over all that was evaluated. */
  parts: Part[]
  /** Rank from 1, to within 12 %, among passwords known from leaks; null unless the whole password is one of them. */
  listed: { rank: number } | null
  /** Code points of the password, and how many from the first were evaluated. */
  length: number
  evaluated: number
}

/** How many times later a listed password is tried in another case than the usual one. */
const CAPITALS_FACTOR = { none: 1, first: 30, all: 60, mixed: 500 } satisfies Record<Capitals, number>
const TRANSLITERATED_FACTOR = 10

/** Estimates any text, of any length: beyond 100 code points nothing is evaluated. The empty password is free. */
export function estimateStrength(password: string, data: StrengthData): Estimate {
  const text = readText(password)
  const evaluated = text.offsets.at(-1) ?? 0
  const { parts, decades } = explain(text, data)
  const listed = text.length === evaluated ? findListed(password, text, data) : null
  const isListedFirst = listed !== null && listed.decades <= decades
  const log10Guesses = isListedFirst ? listed.decades : decades
  return {
    log10Guesses,
    parts: shareOut(isListedFirst ? [listed.match] : parts, log10Guesses, text),
    listed: listed?.isExact ? { rank: listed.rank } : null,
    length: text.length,
    evaluated,
  }
}

type Listed = { rank: number; decades: number; match: Match; isExact: boolean }

/** The whole password as it is listed, or without its diacritics, or by its keys. */
function findListed(password: string, { characters }: Text, { passwords }: StrengthData): Listed | null {
  const readings = [
    { word: password.toLowerCase(), isExact: true },
    { word: characters.map(({ folded }) => folded).join(''), isExact: false },
    { word: characters.map(({ key }) => key).join(''), isExact: false },
  ]
  for (const { word, isExact } of readings) {
    const rank = passwords.get(word)
    if (rank === undefined) continue
    const capitals = capitalsOf(characters)
    const factor = CAPITALS_FACTOR[capitals] * (isExact ? 1 : TRANSLITERATED_FACTOR)
    const how = { capitals, substitutions: [], isReversed: false, isTransliterated: !isExact }
    const finding: Finding = { kind: 'word', list: 'passwords', word, rank, ...how }
    const match = { start: 0, end: characters.length, bits: 1, finding }
    return { rank, decades: Math.log10(rank * factor), match, isExact }
  }
  return null
}

function explain({ characters }: Text, data: StrengthData): { parts: Match[]; decades: number } {
  if (characters.length === 0) return { parts: [], decades: 0 }
  const costs = characterCosts(characters, data.characters)
  const patterns = findPatterns(characters, data.vocabulary)
  const cover = cheapestCover(patterns, costs)
  const randomBits = costs.random.reduce((sum, bits) => sum + bits, 0)
  const { decades, isRandom } = decadesOf(cover, randomBits)
  const whole: Match = { start: 0, end: characters.length, bits: 1, finding: { kind: 'random' } }
  return { parts: isRandom ? [whole] : nameParts(cover, patterns), decades }
}

/** Parts in code points, with the decades in proportion to their bits. */
function shareOut(matches: readonly Match[], decades: number, { offsets }: Text): Part[] {
  const total = matches.reduce((sum, { bits }) => sum + bits, 0)
  return matches.map(({ start, end, bits, finding }) => ({
    start: offsets[start] ?? 0,
    end: offsets[end] ?? 0,
    decades: (decades * bits) / total,
    weight: (decades * bits) / total / ((offsets[end] ?? 0) - (offsets[start] ?? 0)),
    finding,
  }))
}
