import type { Match } from '#domain/passwords/estimate/match.ts'
import type { Character } from '#domain/passwords/estimate/text.ts'

const LENGTH_MIN = 4

/** Keyboard and number pad rows; offsets in half keys. */
const LAYOUTS = [
  [
    { offset: 0, plain: '`1234567890-=', shifted: '~!@#$%^&*()_+' },
    { offset: 3, plain: 'qwertyuiop[]\\', shifted: 'QWERTYUIOP{}|' },
    { offset: 4, plain: "asdfghjkl;'", shifted: 'ASDFGHJKL:"' },
    { offset: 5, plain: 'zxcvbnm,./', shifted: 'ZXCVBNM<>?' },
  ],
  [
    { offset: 0, plain: '789', shifted: '' },
    { offset: 0, plain: '456', shifted: '' },
    { offset: 0, plain: '123', shifted: '' },
  ],
]

type Key = { row: number; place: number; isShifted: boolean }
type Layout = { keys: Map<string, Key>; size: number; neighbors: number }

const KEYBOARDS = LAYOUTS.map(readLayout)

function readLayout(rows: (typeof LAYOUTS)[number]): Layout {
  const keys = new Map<string, Key>()
  for (const [row, { offset, plain, shifted }] of rows.entries()) {
    for (const [at, character] of [...plain].entries()) {
      keys.set(character, { row, place: offset + 2 * at, isShifted: false })
      const other = shifted[at]
      if (other !== undefined) keys.set(other, { row, place: offset + 2 * at, isShifted: true })
    }
  }
  return { keys, size: rows.reduce((sum, { plain }) => sum + plain.length, 0), neighbors: 5 }
}

export function findKeyboardWalks(characters: readonly Character[]): Match[] {
  return KEYBOARDS.flatMap((layout) => findOn(layout, characters))
}

function findOn(layout: Layout, characters: readonly Character[]): Match[] {
  const keys = characters.map(({ typed }) => layout.keys.get(typed))
  const found: Match[] = []
  for (let start = 0; start < keys.length; ) {
    let end = start + 1
    while (areNeighbors(keys[end - 1], keys[end])) end++
    const walk = keys.slice(start, end)
    const turns = countTurns(walk)
    if (walk.length >= LENGTH_MIN) {
      found.push({ start, end, bits: bitsOf(layout, walk, turns), finding: { kind: 'keyboard', turns } })
    }
    start = end
  }
  return found
}

const areNeighbors = (one: Key | undefined, other: Key | undefined) =>
  one !== undefined &&
  other !== undefined &&
  one !== other &&
  Math.abs(one.row - other.row) <= 1 &&
  Math.abs(one.place - other.place) <= 2

function countTurns(walk: readonly (Key | undefined)[]): number {
  const directions = walk.slice(1).map((key, at) => {
    const from = walk[at]
    return key && from ? `${key.row - from.row} ${Math.sign(key.place - from.place)}` : ''
  })
  return 1 + directions.filter((direction, at) => at > 0 && direction !== directions[at - 1]).length
}

function bitsOf({ size, neighbors }: Layout, walk: readonly (Key | undefined)[], turns: number): number {
  const places = turns > 1 ? (turns - 1) * Math.log2(walk.length) : 0
  const shifted = walk.filter((key) => key?.isShifted).length
  const mixed = shifted > 0 && shifted < walk.length ? Math.min(shifted, walk.length - shifted) + 1 : 0
  return (
    Math.log2(size) +
    Math.log2(walk.length) +
    turns * Math.log2(neighbors) +
    places +
    (shifted > 0 ? 1 : 0) +
    mixed
  )
}
