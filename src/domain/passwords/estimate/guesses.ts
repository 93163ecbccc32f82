import type { Cover } from './cheapest-cover.ts'
import { type Drawn, isDrawnForm } from './drawn-forms.ts'
import type { Character } from './text.ts'

/** Bits by which attackers who try likely passwords first are early, at every CALIBRATION_STEP bits of the cover. */
export type Calibration = readonly number[]
export const CALIBRATION_STEP = 4

/**
 * Real attackers combine models, and so are earlier than the order of one. Chosen so that as many LinkedIn passwords
 * are estimated too high as too low.
 */
const COMBINED_BITS = 1

/** Attackers try all word lists before they generate guesses. */
const LISTS_FIRST = 1e4

/** `last`: savings from which a text counts fully as made by a person; down to `first`, the estimate blends linearly. */
type Range = { first: number; last: number }

/**
 * Long random passwords contain cheap covers by chance: rarely at 8 characters, usually at 64. Both thresholds grow from
 * 36 bits (nothing random) to 106 (a generated password), then slower.
 */
function chanceOfCover(randomBits: number): Range {
  const share = Math.min(1, Math.max(0, (randomBits - 36) / 70))
  const first = 24 * share + 0.07 * Math.max(0, randomBits - 106)
  return { first, last: first + 2 + 8 * share }
}

/**
 * Without random characters in the cover, a random text costs more than its draw, the more so the longer it is: one in
 * a thousand saves `first`. Few people draw at most 12 characters of one or two kinds, so those count as drawn only if
 * they cost much more.
 */
function chanceOfOrder(randomBits: number, isShort: boolean): Range {
  if (isShort) return { first: -12, last: -6 }
  const first = 9 - 0.2 * Math.max(0, randomBits - 64)
  return { first, last: first + 3 }
}

/** `ordered` finds the cheapest cover without random characters. */
type Costs = { cover: Cover; ordered: () => Cover; drawn: Drawn }

/** `isRandom` means that the text looks drawn. */
export function estimateGuesses(costs: Costs, characters: readonly Character[], calibration: Calibration) {
  const { cover, drawn } = costs
  const covered = Math.log2(LISTS_FIRST + 2 ** (cover.bits - earlyBits(cover.bits, calibration)))
  const trust = trustInCover(costs, characters)
  const guessed = Math.min(drawn.randomBits, covered * trust + drawn.randomBits * (1 - trust))
  return { log10Guesses: guessed * Math.log10(2), isRandom: trust === 0 }
}

function trustInCover({ cover, ordered, drawn }: Costs, characters: readonly Character[]): number {
  const { randomBits, finding } = drawn
  const isForm = isDrawnForm(finding)
  const byCover = shareOf(randomBits - cover.bits, chanceOfCover(randomBits))
  if (byCover === 1 || !(isForm || canBeDrawn(characters))) return 1
  if (finding.kind === 'words') return byCover
  const chance = chanceOfOrder(randomBits, !isForm && isShort(characters))
  return Math.max(byCover, shareOf(randomBits - ordered().bits, chance))
}

function earlyBits(bits: number, calibration: Calibration): number {
  const place = Math.min(bits / CALIBRATION_STEP, calibration.length - 1)
  const [before = 0, after = before] = calibration.slice(Math.floor(place))
  return COMBINED_BITS + before + (after - before) * (place % 1)
}

const shareOf = (saved: number, { first, last }: Range) =>
  Math.min(1, Math.max(0, (saved - first) / (last - first)))

/** Generators use no spaces and no letters beyond ASCII. */
const canBeDrawn = (characters: readonly Character[]) =>
  characters.every(({ typed }) => /^[!-~]$/.test(typed))

const SHORT = 12
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]

const isShort = (characters: readonly Character[]) =>
  characters.length <= SHORT &&
  KINDS.filter((kind) => characters.some(({ typed }) => kind.test(typed))).length <= 2
