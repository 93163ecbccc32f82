import type { Cover } from './cheapest-cover.ts'
import type { Finding, Match } from './match.ts'

const WORD_LENGTH_MIN = 4
/** Whole texts are no explanation of a part. */
const UNNAMED: ReadonlySet<Finding['kind']> = new Set(['separator', 'disguise', 'words', 'format', 'plate'])

/**
 * Splits 'typical' parts into the patterns they contain, longest first, because 'typical' explains nothing to users.
 */
export function nameParts({ parts }: Cover, patterns: readonly Match[]): Match[] {
  const named = patterns.filter(({ finding, start, end }) =>
    finding.kind === 'word' ? end - start >= WORD_LENGTH_MIN : !UNNAMED.has(finding.kind),
  )
  return parts.flatMap((part) => (part.finding.kind === 'typical' ? splitPart(part, named) : [part]))
}

function splitPart(part: Match, patterns: readonly Match[]): Match[] {
  const inside = patterns.filter(({ start, end }) => start >= part.start && end <= part.end)
  const longest = inside.reduce<Match | null>(
    (best, match) => (best && !isBetter(match, best) ? best : match),
    null,
  )
  if (!longest) return [part]
  return [
    ...slice(part, part.start, longest.start).flatMap((before) => splitPart(before, inside)),
    ...slice(part, longest.start, longest.end).map(({ bits }) => ({ ...longest, bits })),
    ...slice(part, longest.end, part.end).flatMap((after) => splitPart(after, inside)),
  ]
}

const isBetter = (one: Match, other: Match) =>
  (one.end - one.start - (other.end - other.start) || other.bits - one.bits) > 0

function slice(part: Match, start: number, end: number): Match[] {
  const share = (end - start) / (part.end - part.start)
  return end > start ? [{ ...part, start, end, bits: part.bits * share }] : []
}
