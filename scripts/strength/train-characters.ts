import {
  CONTEXT_LENGTH,
  END,
  START,
  SYMBOL_COUNT,
  symbolOf,
} from '#domain/passwords/estimate/typical-characters.ts'

/** Keys are n-grams: their symbols are the digits in base SYMBOL_COUNT. */
type Counts = Map<number, number>

/** `cost` is -log2 of the last symbol's probability. */
export type TrainedNode = { symbol: number; cost: number; backOff: number; children: TrainedNode[] }

const NGRAM_LENGTH_MAX = CONTEXT_LENGTH + 1

/** Absolute discounting (Ney, Essen and Kneser 1994). */
const DISCOUNT = 0.6

/** Over the whole training text. */
const PRUNING_LOSS_BITS = 60

/** Prunes n-grams whose removal costs less than PRUNING_LOSS_BITS (Seymore and Rosenfeld 1996); keeps one in twenty. */
export function trainCharacters(texts: Iterable<[text: string, weight: number]>): TrainedNode {
  const counts = countNgrams(texts)
  const contexts = counts.map(contextTotals)
  const kept = prune(counts, contexts)
  return buildTrie(counts, contexts, kept)
}

function countNgrams(texts: Iterable<[string, number]>): Counts[] {
  const counts = Array.from({ length: NGRAM_LENGTH_MAX + 1 }, (): Counts => new Map())
  for (const [text, weight] of texts) {
    const symbols = [...Array.from({ length: CONTEXT_LENGTH }, () => START), ...[...text].map(symbolOf), END]
    for (let end = CONTEXT_LENGTH; end < symbols.length; end++) {
      let ngram = 0
      let place = 1
      for (let length = 1; length <= NGRAM_LENGTH_MAX; length++) {
        ngram += (symbols[end - length + 1] ?? 0) * place
        place *= SYMBOL_COUNT
        const table = counts[length]
        table?.set(ngram, (table.get(ngram) ?? 0) + weight)
      }
    }
  }
  return counts
}

type Total = { total: number; types: number }

function contextTotals(counts: Counts): Map<number, Total> {
  const totals = new Map<number, Total>()
  for (const [ngram, count] of counts) {
    const context = Math.floor(ngram / SYMBOL_COUNT)
    const total = totals.get(context)
    if (total) {
      total.total += count
      total.types++
    } else totals.set(context, { total: count, types: 1 })
  }
  return totals
}

/** Drops the first symbol. */
const suffixOf = (ngram: number, length: number) => ngram % SYMBOL_COUNT ** (length - 1)

function prune(counts: Counts[], contexts: Map<number, Total>[]): Set<number>[] {
  const probability = interpolated(counts, contexts)
  const kept = counts.map(() => new Set<number>())
  for (let length = NGRAM_LENGTH_MAX; length > 0; length--) {
    for (const [ngram, count] of counts[length] ?? []) {
      const context = contexts[length]?.get(Math.floor(ngram / SYMBOL_COUNT))
      if (!context || kept[length]?.has(ngram)) continue
      const backedOff = unseen(context) * probability(suffixOf(ngram, length), length - 1)
      if (length > 1 && count * Math.log2(probability(ngram, length) / backedOff) < PRUNING_LOSS_BITS)
        continue
      keepWithContexts(kept, ngram, length)
    }
  }
  return kept
}

function keepWithContexts(kept: Set<number>[], ngram: number, length: number): void {
  for (let left = length, prefix = ngram; left > 0; left--, prefix = Math.floor(prefix / SYMBOL_COUNT))
    kept[left]?.add(prefix)
}

const unseen = ({ total, types }: Total) => Math.min(1, (DISCOUNT * types) / total)

function interpolated(counts: Counts[], contexts: Map<number, Total>[]) {
  const probability = (ngram: number, length: number): number => {
    if (length === 0) return 1 / SYMBOL_COUNT
    const context = contexts[length]?.get(Math.floor(ngram / SYMBOL_COUNT))
    const shorter = probability(suffixOf(ngram, length), length - 1)
    if (!context) return shorter
    const count = counts[length]?.get(ngram) ?? 0
    return Math.max(count - DISCOUNT, 0) / context.total + unseen(context) * shorter
  }
  return probability
}

/** Shortest first: a context's back-off depends on shorter ones. */
function buildTrie(counts: Counts[], contexts: Map<number, Total>[], kept: Set<number>[]): TrainedNode {
  const probability = interpolated(counts, contexts)
  const root: TrainedNode = { symbol: START, cost: 0, backOff: 0, children: [] }
  const nodes = counts.map(() => new Map<number, TrainedNode>())
  nodes[0]?.set(0, root)
  for (let symbol = 0; symbol < SYMBOL_COUNT; symbol++) kept[1]?.add(symbol)
  for (let length = 1; length <= NGRAM_LENGTH_MAX; length++) {
    for (const ngram of [...(kept[length] ?? [])].sort((one, other) => one - other)) {
      const symbol = ngram % SYMBOL_COUNT
      const node = { symbol, cost: -Math.log2(probability(ngram, length)), backOff: 0, children: [] }
      nodes[length]?.set(ngram, node)
      nodes[length - 1]?.get(Math.floor(ngram / SYMBOL_COUNT))?.children.push(node)
    }
    for (const [context, node] of nodes[length - 1] ?? [])
      node.backOff = backOffOf(nodes, context, length - 1)
  }
  return root
}

/** -log2 of the probability mass left for the shorter context. */
function backOffOf(nodes: Map<number, TrainedNode>[], context: number, length: number): number {
  const node = nodes[length]?.get(context)
  if (!node || length === 0) return 0
  const shorter = suffixOf(context, length)
  let left = 1
  let leftAfterShorter = 1
  for (const { symbol, cost } of node.children) {
    left -= 2 ** -cost
    leftAfterShorter -= 2 ** -costAfter(nodes, shorter, length - 1, symbol)
  }
  return -Math.log2(Math.max(left, 1e-6) / Math.max(leftAfterShorter, 1e-6))
}

function costAfter(
  nodes: Map<number, TrainedNode>[],
  context: number,
  length: number,
  symbol: number,
): number {
  const node = nodes[length]?.get(context)
  const child = nodes[length + 1]?.get(context * SYMBOL_COUNT + symbol)
  if (child) return child.cost
  if (length === 0) return Math.log2(SYMBOL_COUNT)
  return (node?.backOff ?? 0) + costAfter(nodes, suffixOf(context, length), length - 1, symbol)
}
