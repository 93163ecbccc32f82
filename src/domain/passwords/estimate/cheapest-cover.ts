import type { Finding, Match } from './match.ts'

/** Bits per character; `end` is the cost of ending after a typical character. */
export type CharacterCosts = { typical: readonly number[]; random: readonly number[]; end: number }
export type Cover = { bits: number; parts: Match[] }

/** The kind of the previous match. 'phrase' means a separator or second word. */
type State = 'typical' | 'random' | 'pattern' | 'word' | 'phrase' | 'ending'
const STATES: readonly State[] = ['typical', 'random', 'pattern', 'word', 'phrase', 'ending']
type Step = { bits: number; match: Match; from: { at: number; state: State } }
type Steps = Partial<Record<State, Step>>

/** 1 in 64. Without it, chance patterns in random text would look cheap. */
const PATTERN_BITS = 6
/** After a word, people continue with a year, a sequence or, less often, another word. */
const AFTER_WORD_BITS = 3
const SECOND_WORD_BITS = 5
const RANDOM_BITS = 4
const END_BITS = 2

/**
 * The cheapest cover by matches, typical and random characters: dynamic programming over positions (Wheeler 2016), six
 * states each because costs depend on the previous match. Linear in characters and matches.
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
  return kind === 'typical' || kind === 'random' || kind === 'ending' || kind === 'phrase' ? kind : 'pattern'
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

/** Typical and random characters match one by one and are shown together. */
const isSameRun = (one: Finding, other: Finding) =>
  one.kind === other.kind && (one.kind === 'typical' || one.kind === 'random')
