import type { Disguise, Finding, Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import { readAddress } from './addresses.ts'

/** Rates a text inside the password as a password of its own. */
export type Rate = (text: string) => { bits: number; randomBits: number; findings: Finding[] }

/** How much rarer this is than other patterns, in bits. */
const BITS = {
  repeated: -3,
  doubled: 1,
  spelled: 3,
  interleaved: 0,
  grouped: 2,
  backward: 0,
  email: 2,
  website: 4,
} satisfies Record<Disguise, number>
const REPEATED_WITHOUT_GAP_BITS = 7
const LETTERS_BITS = 5
const EACH_GROUP_BITS = 1.5

const LENGTH_MIN = 3
/** With a letter or digit after each character, shorter ones occur by chance. */
const SPELLED_WITH_LETTERS_MIN = 5
const GAP_MAX = 3
const REPEAT_GAP_MAX = 2
const GROUPED = /(?<!\d)[+(]?\d+(?:[ \-./()_,:]{1,2}\d+)*/g
const GROUPED_DIGITS_MIN = 5
/** Bounds the work. */
const HIDDEN_LENGTH_MAX = 24

/** Random text rarely looks like these. */
const isEvident = (how: Disguise) => how !== 'interleaved' && how !== 'backward'

/** Random text hides no patterns. */
const hasMeaning = ({ kind }: Finding) => kind !== 'typical' && kind !== 'random'

type Hidden = { start: number; end: number; how: Disguise; texts: string[]; bits: number }

/** Texts written with doubled letters, separators, in turn with another, backward or in addresses, as cracking rules do. */
export function findDisguises(characters: readonly Character[], rate: Rate): Match[] {
  const found = FINDERS.flatMap((find) => find(characters))
  const short = found.filter(({ texts }) => texts.every(({ length }) => length <= HIDDEN_LENGTH_MAX))
  return short.flatMap(({ start, end, how, texts, bits }): Match[] => {
    const rated = texts.map(rate)
    if (!isEvident(how) && !rated.some(({ findings }) => findings.some(hasMeaning))) return []
    const own = BITS[how] + bits
    return [
      {
        start,
        end,
        bits: rated.reduce((sum, text) => sum + text.bits, own),
        ...(isEvident(how) ? { randomBits: rated.reduce((sum, text) => sum + text.randomBits, own) } : {}),
        finding: { kind: 'disguise', how, of: rated.flatMap(({ findings }) => findings) },
      },
    ]
  })
}

const FINDERS: ((characters: readonly Character[]) => Hidden[])[] = [
  findRepeated,
  findDoubled,
  findSpelled,
  findInterleaved,
  findGrouped,
  findBackward,
  findAddress,
]

/** The whole text, as in 'haha haha haha'. */
function findRepeated(characters: readonly Character[]): Hidden[] {
  const { length } = characters
  for (let period = LENGTH_MIN; period <= (length + REPEAT_GAP_MAX) / 2; period++) {
    const gap = (period - (length % period)) % period
    const unit = characters.slice(0, period - gap)
    if (gap > REPEAT_GAP_MAX || unit.length < LENGTH_MIN) continue
    if (characters.slice(period - gap, period).some((character) => kindOf(character) !== 'other')) continue
    if (
      characters.every((_, at) => at < period || lowerAt(characters, at) === lowerAt(characters, at - period))
    ) {
      const bits = gap === 0 ? REPEATED_WITHOUT_GAP_BITS : 0
      return [{ start: 0, end: length, how: 'repeated', texts: [typedOf(unit)], bits }]
    }
  }
  return []
}

function findDoubled(characters: readonly Character[]): Hidden[] {
  const isPair = (at: number) => lowerAt(characters, at) === lowerAt(characters, at + 1)
  return runsOf(characters.length - 1, 2, isPair).flatMap(({ start, end }) => {
    const text = everyOf(characters, start, end, 2)
    return isVaried(text) ? [{ start, end, how: 'doubled' as const, texts: [text], bits: 0 }] : []
  })
}

/** As in 's.u.m.m.e.r' or 's - u - n'. */
function findSpelled(characters: readonly Character[]): Hidden[] {
  return Array.from({ length: GAP_MAX }, (_, gap) => gap + 2).flatMap((stride) => {
    const isGapRepeated = (at: number) => {
      for (let next = at + 1; next < at + stride; next++)
        if (lowerAt(characters, next) !== lowerAt(characters, next + stride)) return false
      return true
    }
    return runsOf(characters.length - 2 * stride + 1, stride, isGapRepeated).flatMap((run) => {
      const end = Math.min(characters.length, run.end + stride + 1)
      const text = everyOf(characters, run.start, end, stride)
      const isLettered = kindOf(characters[run.start + 1]) !== 'other'
      return isVaried(text) && !(isLettered && text.length < SPELLED_WITH_LETTERS_MIN)
        ? [{ ...run, end, how: 'spelled' as const, texts: [text], bits: stride }]
        : []
    })
  })
}

/** As in 'p1a2s3s4' or, with letters only, 'cdaotg'. */
function findInterleaved(characters: readonly Character[]): Hidden[] {
  const kinds = characters.map(kindOf)
  const alternates = (at: number) => kinds[at] !== kinds[at + 1] && kinds[at] === kinds[at + 2]
  const isLetter = (at: number) => kinds[at] === 'letter'
  const runs = [
    ...runsOf(kinds.length - 2, 1, alternates).map((run) => ({ ...run, end: run.end + 2, bits: 0 })),
    ...runsOf(kinds.length, 1, isLetter).map((run) => ({ ...run, bits: LETTERS_BITS })),
  ]
  return runs.flatMap(({ start, end, bits }) => {
    if (end - start < 2 * LENGTH_MIN) return []
    const texts = [everyOf(characters, start, end, 2), everyOf(characters, start + 1, end, 2)]
    return [{ start, end, how: 'interleaved' as const, texts, bits }]
  })
}

/** As in '555-123-4567'. */
function findGrouped(characters: readonly Character[]): Hidden[] {
  const text = characters.map(({ folded }) => folded).join('')
  return [...text.matchAll(GROUPED)].flatMap(({ 0: { length }, index: start }) => {
    const groups = text.slice(start, start + length).match(/\d+/g) ?? []
    const digits = groups.join('')
    const isGrouped = groups.length > 1 || text.charAt(start) === '+'
    if (!isGrouped || digits.length < GROUPED_DIGITS_MIN) return []
    const bits = EACH_GROUP_BITS * groups.length
    return [{ start, end: start + length, how: 'grouped' as const, texts: [digits], bits }]
  })
}

function findBackward(characters: readonly Character[]): Hidden[] {
  const end = characters.length
  if (end < LENGTH_MIN) return []
  return [{ start: 0, end, how: 'backward', texts: [typedOf(characters.toReversed())], bits: 0 }]
}

function findAddress(characters: readonly Character[]): Hidden[] {
  const address = readAddress(typedOf(characters))
  return address ? [{ start: 0, end: characters.length, ...address }] : []
}

/** Longest runs of every `stride`-th place below `limit` where `holds`; `end` is a stride after the last. */
function runsOf(limit: number, stride: number, holds: (at: number) => boolean) {
  const runs: { start: number; end: number }[] = []
  for (let start = 0; start < limit; start++) {
    if ((start >= stride && holds(start - stride)) || !holds(start)) continue
    let end = start
    while (end < limit && holds(end)) end += stride
    runs.push({ start, end })
  }
  return runs
}

const typedOf = (characters: readonly Character[]) => characters.map(({ typed }) => typed).join('')

function everyOf(characters: readonly Character[], start: number, end: number, stride: number): string {
  let text = ''
  for (let at = start; at < end; at += stride) text += characters[at]?.typed ?? ''
  return text
}

/** Repeats of one character are a pattern of their own. */
const isVaried = (text: string) => text.length >= LENGTH_MIN && new Set(text.toLowerCase()).size > 1

const lowerAt = (characters: readonly Character[], at: number) => characters[at]?.lower

function kindOf({ folded }: Pick<Character, 'folded'> = { folded: '' }): 'letter' | 'digit' | 'other' {
  if (/\d/.test(folded)) return 'digit'
  return /\p{L}/u.test(folded) ? 'letter' : 'other'
}
