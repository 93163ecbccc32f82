import type { Capitals, Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import { bitsOfCapitals, capitalsOf } from './capitals.ts'
import { separatorBits } from './separators.ts'
import { isLongEnough } from './words.ts'

/** By letters and digits of well-known phrases, such as 'tobeornottobe'; `starts` has their first eight. */
export type Phrases = { ranks: Map<string, number>; starts: Set<string> }
export const PHRASE_START_LENGTH = 8

const KNOWN_BITS = 5
const KNOWN_LENGTH_MAX = 64

/** Grammar makes even the rarest function word predictable to about this many bits, and a word said before. */
const WORD_BITS_MIN = 2.5
const REPEATED_BITS = 3.5
/** Few passwords have spaces; those that do are mostly longer than two words. */
const SPACED_PHRASE_BITS = 10
const JOINED_PHRASE_BITS = 4
/** Without spaces, most letters could start another word. */
const JOINED_BITS = 0.5
const SHORT_JOINED_BITS = 1
const UNLISTED_BITS = 5
const UNLISTED_LETTER_BITS = 3.6
const NUMBER_BITS = 2
/** Part of a word, as in 'don't'. */
const APOSTROPHES = "'’"
/** Between two words, such as ' – ' or '...'. */
const SEPARATORS_MAX = 3
const DIGIT_BITS = 3.3
const DIGITS_MAX = 4
/** A character of a script without spaces, in no listed word. */
const IDEOGRAPH_BITS = 12
const THAI_LETTER_BITS = 5

type Token = { start: number; end: number; bits: number; capitals: Capitals; word: string | null }
type Step = { bits: number; token: Token | null; from: number; listed: number; unlisted: number }

/**
 * Sentences: words with or without separators, each at its rank's bits. The cheapest reading from each start, by dynamic
 * programming over positions. `words` are all matches of words.
 */
export function findPhrases(
  characters: readonly Character[],
  words: readonly Match[],
  known: Phrases,
): Match[] {
  const kinds = characters.map(kindOf)
  const tokens = Map.groupBy(tokensOf(characters, kinds, words), ({ start }) => start)
  const starts = kinds.flatMap((kind, at) => (kind === 'letter' && kinds[at - 1] !== 'letter' ? [at] : []))
  return [
    ...starts
      .filter((at) => !isInside(kinds, at))
      .flatMap((at) => sentencesFrom(at, characters, kinds, tokens)),
    ...starts.flatMap((at) => knownFrom(at, characters, kinds, known)),
  ]
}

type Kind = 'letter' | 'digit' | 'separator' | 'other'

function kindOf({ lower }: Character): Kind {
  if (lower >= 'a' && lower <= 'z') return 'letter'
  if (/^[\p{L}\p{M}]/u.test(lower)) return 'letter'
  if (/^\p{Nd}/u.test(lower)) return 'digit'
  return /^[\s!-/:-@[-`{-~’、。・]/.test(lower) ? 'separator' : 'other'
}

/** A sentence that starts earlier passes through this word. */
function isInside(kinds: readonly Kind[], at: number): boolean {
  const before = kinds.findLastIndex((kind, index) => index < at && kind !== 'separator')
  return kinds[before] === 'letter'
}

function tokensOf(
  characters: readonly Character[],
  kinds: readonly Kind[],
  words: readonly Match[],
): Token[] {
  return words.flatMap(({ start, end, bits, finding }) => {
    if (finding.kind !== 'word' || finding.isReversed) return []
    if (kinds[start] !== 'letter' || kinds[end - 1] !== 'letter') return []
    const { capitals, word } = finding
    const own = capitals === 'none' ? 0 : bitsOfCapitals(characters.slice(start, end), capitals)
    return [{ start, end, bits: Math.max(WORD_BITS_MIN, bits - own), capitals, word }]
  })
}

function sentencesFrom(
  start: number,
  characters: readonly Character[],
  kinds: readonly Kind[],
  tokens: Map<number, Token[]>,
): Match[] {
  const steps: (Step | undefined)[] = []
  steps[start] = { bits: 0, token: null, from: start, listed: 0, unlisted: 0 }
  const said = new Set<string | null | undefined>()
  const found: Match[] = []
  for (let at = start; at <= characters.length; at++) {
    const before = steps[at]
    if (!before) continue
    const isAfterWord = at > start && kinds[at - 1] !== 'separator'
    if (kinds[at - 1] === 'letter' && kinds[at] !== 'letter') {
      const match = matchOf(start, at, characters, steps)
      if (match) found.push(match)
    }
    if (isAfterWord && kinds[at] === 'separator') {
      let end = at + 1
      while (kinds[end] === 'separator') end++
      if (end - at <= SEPARATORS_MAX) improve(steps, end, { ...before, token: null, from: at })
    }
    for (const token of isAfterWord && kinds[at] !== 'letter' ? [] : (tokens.get(at) ?? [])) {
      const isJoined = kinds[at - 1] === 'letter' || kinds[token.end] === 'letter'
      const joining = isJoined ? JOINED_BITS + (isLongEnough(token, characters) ? 0 : SHORT_JOINED_BITS) : 0
      const isRepeated = token.bits > REPEATED_BITS && said.has(token.word)
      const bits = before.bits + joining + (isRepeated ? REPEATED_BITS : token.bits)
      const known = steps[token.end]
      if (known && known.bits <= bits) continue
      steps[token.end] = { bits, token, from: at, listed: before.listed + 1, unlisted: before.unlisted }
    }
    if (!isAfterWord || kinds[at] === 'letter') {
      const other = isAfterWord ? unspacedToken(at, characters) : unlistedToken(at, characters, kinds)
      const unlisted = before.unlisted + (unspacedToken(at, characters) ? 0 : 1)
      if (other)
        improve(steps, other.end, {
          ...before,
          bits: before.bits + other.bits,
          token: other,
          from: at,
          unlisted,
        })
    }
    said.add(before.token?.word)
  }
  return found
}

function improve(steps: (Step | undefined)[], at: number, step: Step): void {
  const known = steps[at]
  if (!known || step.bits < known.bits) steps[at] = step
}

/** A whole word that no list has, or a number between separators. */
function unlistedToken(
  start: number,
  characters: readonly Character[],
  kinds: readonly Kind[],
): Token | null {
  const kind = kinds[start]
  if (kind !== 'letter' && kind !== 'digit') return null
  let end = start + 1
  while (kinds[end] === kind) end++
  if (kind === 'digit' && end - start <= DIGITS_MAX && kinds[end] !== 'letter')
    return { start, end, bits: NUMBER_BITS + DIGIT_BITS * (end - start), capitals: 'none', word: null }
  const single = kind === 'letter' ? unspacedToken(start, characters) : null
  if (kind === 'digit' || single) return single
  const bits = UNLISTED_BITS + UNLISTED_LETTER_BITS * (end - start)
  return { start, end, bits, capitals: capitalsOf(characters.slice(start, end)), word: null }
}

/** A single character of a script without spaces, such as a Korean particle. */
function unspacedToken(start: number, characters: readonly Character[]): Token | null {
  const letter = characters[start]?.lower ?? ''
  const token = { start, end: start + 1, capitals: 'none', word: null } as const
  if (letter >= '\u2e80') return { ...token, bits: IDEOGRAPH_BITS }
  return letter >= '\u0e00' && letter < '\u10a0' ? { ...token, bits: THAI_LETTER_BITS } : null
}

/** Null unless most words are listed, or all if there are no spaces: random text has short words by chance. */
function matchOf(
  start: number,
  end: number,
  characters: readonly Character[],
  steps: readonly (Step | undefined)[],
): Match | null {
  const last = steps[end]
  if (!last || last.listed < 2 || last.unlisted > last.listed / 2) return null
  if (last.unlisted > 0 && !characters.slice(start, end).some(({ typed }) => /\s/.test(typed))) return null
  const tokens: Token[] = []
  for (let step: Step | undefined = last; step && step.from < end; step = steps[step.from]) {
    if (step.token) tokens.unshift(step.token)
    if (step.from === start) break
  }
  const isJoined = tokens.every(({ end }, at) => end === (tokens[at + 1]?.start ?? end))
  const bits =
    last.bits +
    (isJoined ? JOINED_PHRASE_BITS : SPACED_PHRASE_BITS / (tokens.length - 1)) +
    bitsOfStyle(tokens, characters) +
    separatorBits(separatorsOf(tokens, characters))
  return { start, end, bits, finding: { kind: 'phrase', words: tokens.length, isKnown: false } }
}

function separatorsOf(tokens: readonly Token[], characters: readonly Character[]): string[] {
  const between = tokens.slice(1).flatMap(({ start }, at) => characters.slice(tokens[at]?.end, start))
  return between.map(({ lower }) => lower).filter((lower) => !APOSTROPHES.includes(lower))
}

/** People capitalize no word, the first, every word, or some: -log2 of the probability of each. */
function bitsOfStyle(tokens: readonly Token[], characters: readonly Character[]): number {
  const first = tokens.filter(({ capitals }) => capitals === 'first').length
  const all = tokens.filter(({ capitals }) => capitals === 'all').length
  const mixed = tokens.filter(({ capitals }) => capitals === 'mixed')
  const scattered = mixed.map(({ start, end }) => bitsOfCapitals(characters.slice(start, end), 'mixed'))
  const isOnlyFirst = first === 1 && tokens[0]?.capitals === 'first'
  const some = first === 0 ? 0 : isOnlyFirst ? 1 : 2 + choiceBits(tokens.length - all, first)
  return (
    some +
    (all === 0 ? 0 : 3 + choiceBits(tokens.length, all)) +
    scattered.reduce((sum, bits) => sum + bits, 0)
  )
}

function choiceBits(all: number, chosen: number): number {
  let bits = 0
  for (let at = 1; at <= chosen; at++) bits += Math.log2((all - chosen + at) / at)
  return bits
}

function knownFrom(
  start: number,
  characters: readonly Character[],
  kinds: readonly Kind[],
  known: Phrases,
): Match[] {
  const found: Match[] = []
  const tokens: Token[] = []
  let key = ''
  for (let at = start; at < characters.length && key.length <= KNOWN_LENGTH_MAX; ) {
    let end = at + 1
    while (kinds[end] === kinds[at] && !isCamelCase(characters, end)) end++
    const part = characters.slice(at, end)
    if (kinds[at] === 'other') break
    if (kinds[at] !== 'separator') {
      for (const { folded } of part) key += folded
      if (key.length >= PHRASE_START_LENGTH && !known.starts.has(key.slice(0, PHRASE_START_LENGTH))) break
      tokens.push({ start: at, end, bits: 0, capitals: capitalsOf(part), word: null })
      const rank = known.ranks.get(key)
      if (rank !== undefined) {
        const separators = separatorBits(separatorsOf(tokens, characters))
        const bits = Math.log2(rank) + KNOWN_BITS + bitsOfStyle(tokens, characters) + separators
        found.push({ start, end, bits, finding: { kind: 'phrase', words: tokens.length, isKnown: true } })
      }
    }
    at = end
  }
  return found
}

const isCamelCase = (characters: readonly Character[], at: number) =>
  characters[at - 1]?.isLower === true && characters[at]?.isUpper === true
