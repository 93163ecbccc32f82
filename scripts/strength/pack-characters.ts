import { packSections } from '#domain/passwords/estimate/data-format/sections.ts'
import type { Calibration } from '#domain/passwords/estimate/guesses.ts'
import {
  BACK_OFF_ZERO,
  CALIBRATION_PRECISION,
  COST_STEP,
} from '#domain/passwords/estimate/typical-characters.ts'
import type { TrainedNode } from './train-characters.ts'

/** The calibration; then, by level: number of children, symbol, cost, and back-off of nodes with children. */
export function packCharacters(root: TrainedNode, calibration: Calibration): Uint8Array<ArrayBuffer> {
  const nodes: TrainedNode[] = [root]
  // Breadth-first: the array grows while it is iterated.
  for (const node of nodes) nodes.push(...node.children)
  const parents = nodes.filter(({ children }) => children.length > 0)
  return packSections([
    Uint8Array.from(calibration, (bits) => byteOf(bits / CALIBRATION_PRECISION)),
    Uint8Array.from(nodes, ({ children }) => children.length),
    Uint8Array.from(nodes, ({ symbol }) => symbol),
    Uint8Array.from(nodes, ({ cost }) => byteOf(cost / COST_STEP)),
    Uint8Array.from(parents, ({ backOff }) => byteOf(backOff / COST_STEP + BACK_OFF_ZERO)),
  ])
}

const byteOf = (value: number) => Math.max(0, Math.min(255, Math.round(value)))
