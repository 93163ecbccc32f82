import { characterSets } from '#domain/passwords/character-types.ts'
import type { Estimate, Part } from '#domain/passwords/estimate/estimate.ts'
import { defaultPasswordOptions } from '#domain/passwords/options.ts'
import type { Random } from '#domain/passwords/random.ts'
import { levelOfGuesses, RANK_MAX } from './level.ts'

export type Piece = { kind: 'kept' | 'removed' | 'added'; text: string }

/** `log10Guesses` counts only what was drawn: someone may know the password and how it was improved. */
export type Improved = { text: string; pieces: Piece[]; log10Guesses: number }

const POOL = characterSets({ ...defaultPasswordOptions, avoidAmbiguous: true }).join('')
const DECADES_EACH = Math.log10(POOL.length)
/** By which estimates of drawn characters may be too low. */
const ERROR_DECADES = 1
const NEEDED = charactersNeeded()

function charactersNeeded(): number {
  let count = 1
  while (levelOfGuesses(count * DECADES_EACH - ERROR_DECADES).rank < RANK_MAX) count++
  return count
}

/**
 * Replaces what people guess, such as years and sequences, and what others know, by as many characters drawn at random,
 * then inserts some between the other characters until the drawn ones alone withstand every attack. Where they are
 * inserted is random, too, but isn't counted. A leaked password is replaced as a whole. `estimate` is of the `password`.
 */
export function improve(password: string, estimate: Estimate, random: Random): Improved {
  const draw = () => POOL.charAt(random.below(POOL.length))
  const codePoints = [...password]
  const pieces = estimate.parts.flatMap((part): Piece[] => {
    const text = codePoints.slice(part.start, part.end).join('')
    if (isKept(part, estimate))
      return [...new Intl.Segmenter().segment(text)].map(({ segment }) => kept(segment))
    const drawn = Array.from({ length: part.end - part.start }, () => ({
      kind: 'added' as const,
      text: draw(),
    }))
    return [{ kind: 'removed', text }, ...drawn]
  })
  const rest = codePoints.slice(estimate.evaluated).join('')
  if (rest !== '') pieces.push(kept(rest))
  while (addedIn(pieces) < NEEDED) {
    pieces.splice(random.below(pieces.length + 1), 0, { kind: 'added', text: draw() })
  }
  return {
    text: pieces.map(({ kind, text }) => (kind === 'removed' ? '' : text)).join(''),
    pieces: joinPieces(pieces),
    log10Guesses: addedIn(pieces) * DECADES_EACH,
  }
}

const REPLACED: readonly Part['finding']['kind'][] = [
  'keyboard',
  'sequence',
  'repeat',
  'date',
  'time',
  'year',
  'ending',
]

const isKept = ({ finding }: Part, { listed }: Estimate) =>
  listed === null &&
  !REPLACED.includes(finding.kind) &&
  !(finding.kind === 'word' && finding.list === 'context')

const kept = (text: string): Piece => ({ kind: 'kept', text })

const addedIn = (pieces: readonly Piece[]) => pieces.filter(({ kind }) => kind === 'added').length

/** As few pieces as possible: between two kept ones, what was removed, then what was added. */
function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = []
  let run: Record<Piece['kind'], string> = { kept: '', removed: '', added: '' }
  const end = () => {
    for (const kind of ['kept', 'removed', 'added'] as const) {
      if (run[kind] !== '') joined.push({ kind, text: run[kind] })
    }
  }
  for (const { kind, text } of pieces) {
    if (kind === 'kept' && (run.removed !== '' || run.added !== '')) {
      end()
      run = { kept: '', removed: '', added: '' }
    }
    run[kind] += text
  }
  end()
  return joined
}
