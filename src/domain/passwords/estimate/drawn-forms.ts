import type { Finding, Match } from './match.ts'

/** How a whole text may have been drawn at random, and the bits that this takes. */
export type Drawn = { randomBits: number; finding: Finding }

/** `plain`: in its format or else character by character. `hidden`: as a date, or the text inside a disguise. */
export function drawnForms(patterns: readonly Match[], random: readonly number[]) {
  const forms = patterns.flatMap(({ start, end, randomBits, finding }) =>
    start === 0 && end === random.length && randomBits !== undefined ? [{ randomBits, finding }] : [],
  )
  const characters: Drawn = {
    randomBits: random.reduce((sum, bits) => sum + bits, 0),
    finding: { kind: 'random' },
  }
  const plain: Drawn = forms.find(({ finding }) => finding.kind === 'format') ?? characters
  const hidden = forms.filter(({ finding }) => finding.kind !== 'format')
  return { plain, hidden: hidden.sort((one, other) => one.randomBits - other.randomBits).at(0) ?? null }
}
