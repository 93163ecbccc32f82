import type { Finding, Match } from './match.ts'

/** Bits per character; `end` is the cost of ending after a typical character. */
export type CharacterCosts = { typical: readonly number[]; random: readonly number[]; end: number }
export type Cover = { bits: number; parts: Match[] }

/** The kind of the previous match. 'phrase' means a separator or second word. */
type State = 'typical' | 'random' | 'pattern' | 'word' | 'phrase' | 'ending'
const STATES: readonly State[] = ['typical', 'random', 'pattern', 'word', 'phrase', 'ending']
/** `from` is the place of the step before, as in `placeOf`. */
type Step = { match: Match; from: number }

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
  const reached = new Float64Array(placeOf(costs.typical.length + 1, 0)).fill(Number.POSITIVE_INFINITY)
  const steps: (Step | undefined)[] = []
  reached[placeOf(0, STATES.indexOf('typical'))] = 0
  for (let end = 1; end <= costs.typical.length; end++) {
    for (const match of [...(byEnd.get(end) ?? []), ...singles(end, costs)]) {
      for (const [state, { after, bits: own }] of entriesOf(match.finding).entries()) {
        const from = placeOf(match.start, state)
        const place = placeOf(end, after)
        const bits = (reached[from] ?? 0) + match.bits + own
        if (bits >= (reached[place] ?? 0)) continue
        reached[place] = bits
        steps[place] = { match, from }
      }
    }
  }
  return traceBack(reached, steps, costs.end)
}

const placeOf = (at: number, state: number) => at * STATES.length + state

/** Per previous state: the next and the bits of entering it. */
type Entry = { after: number; bits: number }
const entries = new Map<Finding['kind'], Entry[]>()

function entriesOf(finding: Finding): Entry[] {
  const known = entries.get(finding.kind)
  if (known) return known
  const read = STATES.map((from) => ({
    after: STATES.indexOf(stateAfter(finding, from)),
    bits: entryBits(finding, from),
  }))
  entries.set(finding.kind, read)
  return read
}

function singles(end: number, { typical, random }: CharacterCosts): Match[] {
  const start = end - 1
  return [
    { start, end, bits: typical[start] ?? 0, finding: { kind: 'typical' } },
    { start, end, bits: random[start] ?? 0, finding: { kind: 'random' } },
  ]
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

function traceBack(reached: Float64Array, steps: readonly (Step | undefined)[], typicalEnd: number): Cover {
  const last = reached.length - STATES.length
  const ends = STATES.map((state, at) => {
    const endBits = state === 'typical' ? typicalEnd : state === 'ending' ? 0 : END_BITS
    return { place: last + at, bits: (reached[last + at] ?? 0) + endBits }
  })
  const cheapest = ends.reduce((best, end) => (end.bits < best.bits ? end : best))
  const parts: Match[] = []
  let { place } = cheapest
  for (let step = steps[place]; step; step = steps[place]) {
    const bits = (reached[place] ?? 0) - (reached[step.from] ?? 0)
    place = step.from
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
