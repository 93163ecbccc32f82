import type { Cover } from './cheapest-cover.ts'
import type { Match } from './match.ts'

/** Shorter words in a typical part are there by chance. */
const SHORTEST_WORD = 4

/**
 * The parts of a cover as people are shown them. Typical characters may cost less one by one than the patterns they
 * hold, but 'typical' explains little: what is a pattern in them is called by it, the longest first.
 */
export function nameParts({ parts }: Cover, patterns: readonly Match[]): Match[] {
  const named = patterns.filter(({ finding, start, end }) =>
    finding.kind === 'word' ? end - start >= SHORTEST_WORD : finding.kind !== 'separator',
  )
  return parts.flatMap((part) => (part.finding.kind === 'typical' ? splitPart(part, named) : [part]))
}

function splitPart(part: Match, patterns: readonly Match[]): Match[] {
  const inside = patterns.filter(({ start, end }) => start >= part.start && end <= part.end)
  const [longest] = inside.sort(
    (one, other) => other.end - other.start - (one.end - one.start) || one.bits - other.bits,
  )
  if (!longest) return [part]
  return [
    ...slice(part, part.start, longest.start).flatMap((before) => splitPart(before, inside)),
    ...slice(part, longest.start, longest.end).map(({ bits }) => ({ ...longest, bits })),
    ...slice(part, longest.end, part.end).flatMap((after) => splitPart(after, inside)),
  ]
}

/** A piece of a part, with its share of the bits; none when it is empty. */
function slice(part: Match, start: number, end: number): Match[] {
  const share = (end - start) / (part.end - part.start)
  return end > start ? [{ ...part, start, end, bits: part.bits * share }] : []
}
