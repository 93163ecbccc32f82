import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'
import { LAYOUTS, type Layout } from './layouts.ts'

const LENGTH_MIN = 4

const MOVED_KEYS_MAX = 5
const MOVED_LENGTH_MIN = 3
const LINE_LENGTH_MIN = 5
/** In half keys. */
const MOVED_PLACES_MAX = 4
const MOVE_BITS = 1.5

type Key = { row: number; place: number; isShifted: boolean }
type Keys = readonly (Key | undefined)[]
type Keyboard = { size: number; neighbors: number; bits: number }

/** By character: its key on each keyboard. */
const KEYS = new Map<string, (Key | undefined)[]>()
const KEYBOARDS = LAYOUTS.map(readLayout)

function readLayout({ rows, bits }: Layout, keyboard: number): Keyboard {
  for (const [row, { offset, plain, shifted }] of rows.entries()) {
    for (const [at, character] of [...plain].entries()) {
      const place = offset + 2 * at
      const other = shifted[at]
      if (other !== undefined && other !== character) addKey(other, keyboard, { row, place, isShifted: true })
      addKey(character, keyboard, { row, place, isShifted: false })
    }
  }
  return { size: rows.reduce((sum, { plain }) => sum + plain.length, 0), neighbors: 5, bits }
}

function addKey(character: string, keyboard: number, key: Key): void {
  const keys = KEYS.get(character) ?? []
  keys[keyboard] = key
  KEYS.set(character, keys)
}

export function findKeyboardWalks(characters: readonly Character[]): Match[] {
  const typed = characters.map((character) => KEYS.get(character.typed))
  return KEYBOARDS.flatMap((keyboard, at) => {
    const keys = typed.map((onEach) => onEach?.[at])
    return [...findOn(keyboard, keys), ...(keyboard.bits === 0 ? findMoved(keyboard, keys) : [])]
  })
}

function findOn(keyboard: Keyboard, keys: Keys): Match[] {
  const found: Match[] = []
  for (let start = 0; start < keys.length; ) {
    let end = start + 1
    while (areNeighbors(keys[end - 1], keys[end])) end++
    if (end - start >= LENGTH_MIN) {
      const walk = keys.slice(start, end)
      const turns = countTurns(walk)
      found.push({ start, end, bits: bitsOf(keyboard, walk, turns), finding: { kind: 'keyboard', turns } })
    }
    start = end
  }
  return found
}

/** The last keys again, moved to the next row or column, as in 'qazwsx' or '1q2w3e'; or every other key, as in 'adgj'. */
function findMoved({ bits, size }: Keyboard, typed: Keys): Match[] {
  const found: Match[] = []
  for (let distance = 1; distance <= MOVED_KEYS_MAX; distance++) {
    const moveAt = (at: number) => moveOf(typed[at - distance], typed[at])
    for (let from = distance; from < typed.length; ) {
      const move = moveAt(from)
      let end = from + 1
      while (move !== null && end < typed.length && moveAt(end) === move) end++
      const start = distance === 1 ? from - 1 : from
      if (
        move !== null &&
        end - start >= (distance === 1 ? LINE_LENGTH_MIN : Math.max(distance, MOVED_LENGTH_MIN))
      ) {
        const places = distance === 1 ? Math.log2(size) : 2 * Math.log2(distance)
        const shifts = typed
          .slice(from, end)
          .filter((key, at) => key?.isShifted !== typed[from + at - 1]?.isShifted)
        const own = bits + places + Math.log2(end - start) + MOVE_BITS + shifts.length
        found.push({ start, end, bits: own, finding: { kind: 'keyboard', turns: 2 } })
      }
      from = end
    }
  }
  return found
}

/** Null if the keys are the same or far apart; else a number for each direction. */
function moveOf(from: Key | undefined, to: Key | undefined): number | null {
  if (!from || !to || (from.row === to.row && from.place === to.place)) return null
  const rows = to.row - from.row
  const places = to.place - from.place
  return Math.abs(rows) <= 1 && Math.abs(places) <= MOVED_PLACES_MAX ? 3 * places + rows : null
}

const areNeighbors = (one: Key | undefined, other: Key | undefined) =>
  one !== undefined &&
  other !== undefined &&
  one !== other &&
  Math.abs(one.row - other.row) <= 1 &&
  Math.abs(one.place - other.place) <= 2

function countTurns(walk: Keys): number {
  const directions = walk.slice(1).map((key, at) => {
    const from = walk[at]
    return key && from ? `${key.row - from.row} ${Math.sign(key.place - from.place)}` : ''
  })
  return 1 + directions.filter((direction, at) => at > 0 && direction !== directions[at - 1]).length
}

function bitsOf({ size, neighbors, bits }: Keyboard, walk: Keys, turns: number): number {
  const places = turns > 1 ? (turns - 1) * Math.log2(walk.length) : 0
  const shifted = walk.filter((key) => key?.isShifted).length
  const mixed = shifted > 0 && shifted < walk.length ? Math.min(shifted, walk.length - shifted) + 1 : 0
  return (
    bits +
    Math.log2(size) +
    Math.log2(walk.length) +
    turns * Math.log2(neighbors) +
    places +
    (shifted > 0 ? 1 : 0) +
    mixed
  )
}
