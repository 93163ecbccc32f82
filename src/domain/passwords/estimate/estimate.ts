import { characterCosts } from './character-costs.ts'
import { type CharacterCosts, type Cover, cheapestCover } from './cheapest-cover.ts'
import { CONTEXT_LOG10_GUESSES, type Context, coverByContext, NO_CONTEXT } from './context.ts'
import type { StrengthData } from './data.ts'
import { drawnForms, isDrawnForm } from './drawn-forms.ts'
import { estimateGuesses } from './guesses.ts'
import { looksDrawn } from './looks-drawn.ts'
import type { Capitals, Finding, Match } from './match.ts'
import { nameParts } from './name-parts.ts'
import { capitalsOf } from './patterns/capitals.ts'
import type { Rate } from './patterns/disguises.ts'
import { findPatterns } from './patterns/find-patterns.ts'
import { findWordGroups } from './patterns/word-groups.ts'
import { findWords } from './patterns/words.ts'
import { CODE_POINTS_MAX, readText, type Text } from './text.ts'
import { nameUnknownScripts } from './unknown-script.ts'

/** Offsets are code points; `log10Guesses` is the share of the total, `weight` that share per character. */
export type Part = { start: number; end: number; log10Guesses: number; weight: number; finding: Finding }

export type Estimate = {
  log10Guesses: number
  parts: Part[]
  /** Rank from 1, accurate to 12%; null unless the whole password is a leaked one. */
  listed: { rank: number } | null
  looksDrawn: boolean
  length: number
  evaluated: number
}

/** Attackers try other capitalizations of leaked passwords this many times later. */
const CAPITALS_FACTOR = { none: 1, first: 30, all: 60, mixed: 500 } satisfies Record<Capitals, number>
const TRANSLITERATED_FACTOR = 10

/** 24 words of eight letters, and separators. */
const SEED_PHRASE_CODE_POINTS_MAX = 24 * 9 - 1

/** Accepts any text; evaluates the first 100 code points, or all of a seed phrase. Returns zero guesses for ''. */
export function estimateStrength(
  password: string,
  data: StrengthData,
  context: Context = NO_CONTEXT,
): Estimate {
  let start = 0
  let end = password.length
  while (start < end && INVISIBLE.test(password.charAt(start))) start++
  while (end > start && INVISIBLE.test(password.charAt(end - 1))) end--
  if (start === end || end - start === password.length) return estimateVisible(password, data, context)
  return withEdges(estimateVisible(password.slice(start, end), data, context), start, password.length - end)
}

/** At an edge, they were copied along. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** Parts that add no guesses, of `before` and `after` characters. */
function withEdges(estimate: Estimate, before: number, after: number): Estimate {
  const edge = (start: number, count: number): Part[] =>
    count === 0
      ? []
      : [{ start, end: start + count, log10Guesses: 0, weight: 0, finding: { kind: 'invisible' } }]
  const isCut = estimate.evaluated < estimate.length
  const parts = estimate.parts.map((part) => ({
    ...part,
    start: part.start + before,
    end: part.end + before,
  }))
  return {
    ...estimate,
    parts: [...edge(0, before), ...parts, ...(isCut ? [] : edge(before + estimate.length, after))],
    length: before + estimate.length + after,
    evaluated: before + estimate.evaluated + (isCut ? 0 : after),
  }
}

function estimateVisible(password: string, data: StrengthData, context: Context): Estimate {
  const text = readSeedPhrase(password, data) ?? readText(password)
  const evaluated = text.offsets.at(-1) ?? 0
  const { parts: found, log10Guesses: computed } = explain(text, data, context)
  const parts = nameUnknownScripts(found, text.characters, data.vocabulary)
  const listed = text.length === evaluated ? findListed(password, text, data) : null
  const isListedFirst = listed !== null && listed.log10Guesses <= computed
  const log10Guesses = isListedFirst ? listed.log10Guesses : computed
  return {
    log10Guesses,
    parts: distributeGuesses(isListedFirst ? [listed.match] : parts, log10Guesses, text),
    listed: listed?.isExact ? { rank: listed.rank } : null,
    looksDrawn: looksDrawn(text.characters.map(({ typed }) => typed)),
    length: text.length,
    evaluated,
  }
}

/** Only if longer than other texts may be. */
function readSeedPhrase(password: string, { seeds, vocabulary }: StrengthData): Text | null {
  if (password.length <= CODE_POINTS_MAX || password.length > SEED_PHRASE_CODE_POINTS_MAX) return null
  const text = readText(password, SEED_PHRASE_CODE_POINTS_MAX)
  const groups = findWordGroups(text.characters, { vocabulary, seeds, english: seeds })
  return groups.some(({ finding }) => isDrawnForm(finding)) ? text : null
}

type Listed = { rank: number; log10Guesses: number; match: Match; isExact: boolean }

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
    return { rank, log10Guesses: Math.log10(rank * factor), match, isExact }
  }
  return null
}

function explain(
  { characters }: Text,
  data: StrengthData,
  context: Context,
): { parts: Match[]; log10Guesses: number } {
  if (characters.length === 0) return { parts: [], log10Guesses: 0 }
  const costs = characterCosts(characters, data.characters)
  const patterns = [
    ...(context.words.size > 0 ? findWords(characters, context) : []),
    ...findPatterns(characters, data, (text) => rateHidden(text, data)),
  ]
  const known = coverByContext(characters, patterns)
  if (known) return { parts: known, log10Guesses: CONTEXT_LOG10_GUESSES }
  const cover = cheapestCover(patterns, costs)
  const { plain, hidden } = drawnForms(patterns, costs.random)
  const ordered = () => orderedCover(patterns, costs)
  const forms = { cover, ordered, drawn: plain }
  const { log10Guesses, isRandom } = estimateGuesses(forms, characters, data.calibration)
  const whole = (finding: Finding): Match[] => [{ start: 0, end: characters.length, bits: 1, finding }]
  const hiddenGuesses = (hidden?.randomBits ?? Number.POSITIVE_INFINITY) * Math.log10(2)
  if (hidden && hiddenGuesses < log10Guesses)
    return { parts: whole(hidden.finding), log10Guesses: hiddenGuesses }
  return { parts: isRandom ? whole(plain.finding) : nameParts(cover, patterns), log10Guesses }
}

/** Without random characters, and without disguises, whose text may have them. */
function orderedCover(patterns: readonly Match[], costs: CharacterCosts): Cover {
  const plain = patterns.filter(({ finding }) => finding.kind !== 'disguise')
  return cheapestCover(plain, { ...costs, random: costs.random.map(() => Number.POSITIVE_INFINITY) })
}

function rateHidden(text: string, data: StrengthData): ReturnType<Rate> {
  const { characters } = readText(text)
  const costs = characterCosts(characters, data.characters)
  const patterns = findPatterns(characters, data, null)
  const cover = cheapestCover(patterns, costs)
  const findings = nameParts(cover, patterns).map(({ finding }) => finding)
  const { plain, hidden } = drawnForms(patterns, costs.random)
  const bits = Math.min(cover.bits, hidden?.randomBits ?? cover.bits)
  return { bits, randomBits: plain.randomBits, findings }
}

function distributeGuesses(matches: readonly Match[], log10Guesses: number, { offsets }: Text): Part[] {
  const total = matches.reduce((sum, { bits }) => sum + bits, 0)
  return matches.map(({ start, end, bits, finding }) => ({
    start: offsets[start] ?? 0,
    end: offsets[end] ?? 0,
    log10Guesses: (log10Guesses * bits) / total,
    weight: (log10Guesses * bits) / total / ((offsets[end] ?? 0) - (offsets[start] ?? 0)),
    finding,
  }))
}
