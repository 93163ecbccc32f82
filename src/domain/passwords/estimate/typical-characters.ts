import { DamagedDataError, unpackSections } from './data-format/sections.ts'
import type { Calibration } from './guesses.ts'

/** Character n-gram model with back-off (Katz 1987) over lowercase printable ASCII, OTHER and END. */
export const SYMBOLS = ' !"#$%&\'()*+,-./0123456789:;<=>?@[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~'
export const OTHER = SYMBOLS.length
export const END = OTHER + 1
export const START = END + 1
export const SYMBOL_COUNT = START + 1

export const CONTEXT_LENGTH = 4

export const COST_STEP = 0.5
export const CALIBRATION_PRECISION = 0.125
/** Back-off costs can be negative; stored bytes are offset by this. */
export const BACK_OFF_ZERO = 64

/** Level by level, children in the order of parent, then symbol. */
type Trie = {
  /** A node's children end where the next node's begin. */
  firstChild: Uint32Array
  symbol: Uint8Array
  costBits: Float32Array
  backOffBits: Float32Array
}

export type CharacterModel = {
  /** -log2 of the probability of each symbol in context, then of the end. */
  costs(symbols: readonly number[]): number[]
}

export function symbolOf(character: string): number {
  const symbol = SYMBOLS.indexOf(character)
  return symbol < 0 ? OTHER : symbol
}

export function readCharacters(bytes: Uint8Array): { characters: CharacterModel; calibration: Calibration } {
  const [calibration, ...model] = unpackSections(bytes, 1 + TRIE_SECTIONS)
  const trie = readTrie(model)
  return {
    characters: { costs: (symbols) => costsOf(trie, symbols) },
    calibration: [...(calibration ?? [])].map((bits) => bits * CALIBRATION_PRECISION),
  }
}

const TRIE_SECTIONS = 4

function readTrie([counts, symbol, costs, backOffs]: Uint8Array[]): Trie {
  if (!counts || !symbol || !costs || !backOffs) throw new DamagedDataError('sections are missing')
  const nodes = symbol.length
  const firstChild = new Uint32Array(nodes + 1)
  const backOffBits = new Float32Array(nodes)
  let next = 1
  let parents = 0
  for (let node = 0; node < nodes; node++) {
    firstChild[node] = next
    next += counts[node] ?? 0
    if (counts[node]) backOffBits[node] = ((backOffs[parents++] ?? 0) - BACK_OFF_ZERO) * COST_STEP
  }
  if (next !== nodes || costs.length !== nodes)
    throw new DamagedDataError('the character model has inconsistent counts')
  firstChild[nodes] = nodes
  return { firstChild, symbol, costBits: Float32Array.from(costs, (cost) => cost * COST_STEP), backOffBits }
}

function costsOf(trie: Trie, symbols: readonly number[]): number[] {
  const padded = [...Array.from({ length: CONTEXT_LENGTH }, () => START), ...symbols, END]
  return padded.slice(CONTEXT_LENGTH).map((_, at) => costAt(trie, padded, at + CONTEXT_LENGTH))
}

/** Uses the longest known context; each shorter one adds a back-off cost. */
function costAt(trie: Trie, symbols: readonly number[], at: number): number {
  let given = 0
  for (let length = CONTEXT_LENGTH; length >= 0; length--) {
    const context = walk(trie, symbols, at - length, at)
    if (context === null) continue
    const node = childOf(trie, context, symbols[at] ?? OTHER)
    if (node !== null) return given + (trie.costBits[node] ?? 0)
    given += trie.backOffBits[context] ?? 0
  }
  throw new DamagedDataError('the character model lacks a symbol')
}

function walk(trie: Trie, symbols: readonly number[], from: number, to: number): number | null {
  let node: number | null = 0
  for (let at = from; at < to && node !== null; at++) node = childOf(trie, node, symbols[at] ?? OTHER)
  return node
}

function childOf(trie: Trie, node: number, symbol: number): number | null {
  let low = trie.firstChild[node] ?? 0
  let high = trie.firstChild[node + 1] ?? 0
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((trie.symbol[middle] ?? 0) < symbol) low = middle + 1
    else high = middle
  }
  return low < (trie.firstChild[node + 1] ?? 0) && trie.symbol[low] === symbol ? low : null
}
