import { packSections } from '#domain/passwords/estimate/data-format/sections.ts'
import { BACK_OFF_ZERO, COST_STEP } from '#domain/passwords/estimate/typical-characters.ts'
import type { TrainedNode } from './train-characters.ts'

/** By level: number of children, symbol, cost, and back-off of nodes with children. */
export function packCharacters(root: TrainedNode): Uint8Array<ArrayBuffer> {
  const nodes: TrainedNode[] = [root]
  // Breadth-first: the array grows while it is iterated.
  for (const node of nodes) nodes.push(...node.children)
  const parents = nodes.filter(({ children }) => children.length > 0)
  return packSections([
    Uint8Array.from(nodes, ({ children }) => children.length),
    Uint8Array.from(nodes, ({ symbol }) => symbol),
    Uint8Array.from(nodes, ({ cost }) => byteOf(cost / COST_STEP)),
    Uint8Array.from(parents, ({ backOff }) => byteOf(backOff / COST_STEP + BACK_OFF_ZERO)),
  ])
}

const byteOf = (value: number) => Math.max(0, Math.min(255, Math.round(value)))
