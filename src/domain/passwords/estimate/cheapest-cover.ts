import type { Finding, Match } from './match.ts'

/** What is known of each character by itself, in bits, and of the end after a typical one. */
export type CharacterCosts = { typical: readonly number[]; random: readonly number[]; end: number }
export type Cover = { bits: number; parts: Match[] }

/** What was matched last; a phrase is what words become from the first separator or the second word on. */
type State = 'typical' | 'random' | 'pattern' | 'word' | 'phrase' | 'ending'
const STATES: readonly State[] = ['typical', 'random', 'pattern', 'word', 'phrase', 'ending']
type Step = { bits: number; match: Match; from: { at: number; state: State } }
type Steps = Partial<Record<State, Step>>

/**
 * The price of a pattern where none is expected. It is what keeps chance from making patterns of random characters,
 * and so the same for all kinds: 1 in 64.
 */
const PATTERN_BITS = 6
/** After a word people go on with a year, a sequence or, less often, another word. */
const AFTER_WORD_BITS = 3
const SECOND_WORD_BITS = 5
/** The price of a stretch without order among others that have one. */
const RANDOM_BITS = 4
/** That a password ends after a pattern other than an ending. */
const END_BITS = 2

/**
 * The cover of all characters by matches, typical and random characters that costs least, by dynamic programming over
 * the places between characters (Wheeler 2016). Each place is reached in up to six states, as what comes next
 * depends on what stood before. Linear in the characters and matches.
 */
export function cheapestCover(matches: readonly Match[], costs: CharacterCosts): Cover {
  const byEnd = Map.groupBy(matches, ({ end }) => end)
  const reached: Steps[] = [{}]
  for (let end = 1; end <= costs.typical.length; end++) {
    const best: Steps = {}
    for (const match of [...(byEnd.get(end) ?? []), ...singles(end, costs)]) {
      for (const from of STATES) {
        const before = bitsAt(reached, match.start, from)
        if (before === Number.POSITIVE_INFINITY) continue
        const state = stateAfter(match.finding, from)
        const bits = before + match.bits + entryBits(match.finding, from)
        const known = best[state]
        if (!known || bits < known.bits) best[state] = { bits, match, from: { at: match.start, state: from } }
      }
    }
    reached.push(best)
  }
  return traceBack(reached, costs.end)
}

function singles(end: number, { typical, random }: CharacterCosts): Match[] {
  const start = end - 1
  return [
    { start, end, bits: typical[start] ?? 0, finding: { kind: 'typical' } },
    { start, end, bits: random[start] ?? 0, finding: { kind: 'random' } },
  ]
}

function bitsAt(reached: readonly Steps[], at: number, state: State): number {
  if (at === 0) return state === 'typical' ? 0 : Number.POSITIVE_INFINITY
  return reached[at]?.[state]?.bits ?? Number.POSITIVE_INFINITY
}

function stateAfter({ kind }: Finding, from: State): State {
  if (kind === 'word') return from === 'word' || from === 'phrase' ? 'phrase' : 'word'
  if (kind === 'separator') return from === 'word' || from === 'phrase' ? 'phrase' : 'pattern'
  return kind === 'typical' || kind === 'random' || kind === 'ending' ? kind : 'pattern'
}

function entryBits({ kind }: Finding, from: State): number {
  if (kind === 'separator') return from === 'word' || from === 'phrase' ? 0 : PATTERN_BITS
  if (kind === 'typical') return 0
  if (kind === 'random') return from === 'random' ? 0 : RANDOM_BITS
  if (kind === 'word' && from === 'phrase') return 0
  if (kind === 'word' && from === 'word') return SECOND_WORD_BITS
  if (kind === 'ending') return from === 'random' ? PATTERN_BITS : AFTER_WORD_BITS
  return from === 'word' || from === 'phrase' ? AFTER_WORD_BITS : PATTERN_BITS
}

function traceBack(reached: readonly Steps[], typicalEnd: number): Cover {
  const at = reached.length - 1
  const ends = STATES.map((state) => {
    const endBits = state === 'typical' ? typicalEnd : state === 'ending' ? 0 : END_BITS
    return { at, state, bits: bitsAt(reached, at, state) + endBits }
  })
  const cheapest = ends.reduce((best, end) => (end.bits < best.bits ? end : best))
  const parts: Match[] = []
  for (let step = reached[at]?.[cheapest.state]; step; step = reached[step.from.at]?.[step.from.state]) {
    const bits = step.bits - bitsAt(reached, step.from.at, step.from.state)
    const next = parts[0]
    if (next && isSameRun(step.match.finding, next.finding)) {
      parts[0] = { ...next, start: step.match.start, bits: next.bits + bits }
    } else parts.unshift({ ...step.match, bits })
  }
  return { bits: cheapest.bits, parts }
}

/** Typical and random characters are found one by one and shown together. */
const isSameRun = (one: Finding, other: Finding) =>
  one.kind === other.kind && (one.kind === 'typical' || one.kind === 'random')
