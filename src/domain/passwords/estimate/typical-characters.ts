import { DamagedDataError, unpackSections } from './packed/sections.ts'

/**
 * How likely each character is after those before it: an n-gram model with back-off (Katz 1987), over text in lower
 * case. Printable ASCII without capitals, one symbol for every other character, one for the end of the password.
 */
export const SYMBOLS = ' !"#$%&\'()*+,-./0123456789:;<=>?@[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~'
export const OTHER = SYMBOLS.length
export const END = OTHER + 1
export const START = END + 1
export const SYMBOL_COUNT = START + 1

/** A context is up to this many symbols. */
export const CONTEXT_LENGTH = 4

/** Costs are stored in steps of this many bits, one byte each. */
export const COST_STEP = 0.5
/** A back-off may cost less than nothing, where what is kept after a context is less likely than after its end. */
export const BACK_OFF_ZERO = 64

/** The trie, level by level: each node in the order of its parent, then its symbol. Levels follow each other. */
type Trie = {
  /** Nodes whose parent is this one: from here up to the next node's. */
  firstChild: Uint32Array
  symbol: Uint8Array
  costBits: Float32Array
  backOffBits: Float32Array
}

export type CharacterModel = {
  /** -log2 of the probability of each symbol in its place, and of the end behind the last. */
  costs(symbols: readonly number[]): number[]
}

/** The symbol of a character in lower case. */
export function symbolOf(character: string): number {
  const symbol = SYMBOLS.indexOf(character)
  return symbol < 0 ? OTHER : symbol
}

/** Throws DamagedDataError unless the bytes are as packed. */
export function readCharacterModel(bytes: Uint8Array): CharacterModel {
  const trie = readTrie(bytes)
  return { costs: (symbols) => costsOf(trie, symbols) }
}

const SECTIONS = 4

function readTrie(bytes: Uint8Array): Trie {
  const [counts, symbol, costs, backOffs] = unpackSections(bytes, SECTIONS)
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
    throw new DamagedDataError('the character model does not add up')
  firstChild[nodes] = nodes
  return { firstChild, symbol, costBits: Float32Array.from(costs, (cost) => cost * COST_STEP), backOffBits }
}

function costsOf(trie: Trie, symbols: readonly number[]): number[] {
  const padded = [...Array.from({ length: CONTEXT_LENGTH }, () => START), ...symbols, END]
  return padded.slice(CONTEXT_LENGTH).map((_, at) => costAt(trie, padded, at + CONTEXT_LENGTH))
}

/** The longest context that is known decides; each one given up adds its back-off. */
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
