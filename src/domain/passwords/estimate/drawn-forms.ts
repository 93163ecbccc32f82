import type { Finding, Match } from './match.ts'

/** How a whole text may have been drawn at random, and the bits that this takes. */
export type Drawn = { randomBits: number; finding: Finding }

/** A format, or words of a list that people draw from. */
export const isDrawnForm = (finding: Finding): boolean =>
  finding.kind === 'format' || (finding.kind === 'words' && finding.isListed)

/** `plain`: in its format or else character by character. `hidden`: as a date, or the text inside a disguise. */
export function drawnForms(patterns: readonly Match[], random: readonly number[]) {
  const forms = patterns.flatMap(({ start, end, randomBits, finding }) =>
    start === 0 && end === random.length && randomBits !== undefined ? [{ randomBits, finding }] : [],
  )
  const characters: Drawn = {
    randomBits: random.reduce((sum, bits) => sum + bits, 0),
    finding: { kind: 'random' },
  }
  const formats = forms.filter(({ finding }) => isDrawnForm(finding))
  const plain: Drawn = leastOf(formats) ?? characters
  const hidden = forms.filter(({ finding }) => !isDrawnForm(finding))
  return { plain, hidden: leastOf(hidden) }
}

const leastOf = (forms: readonly Drawn[]): Drawn | null =>
  forms.toSorted((one, other) => one.randomBits - other.randomBits).at(0) ?? null
