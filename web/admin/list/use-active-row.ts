import { useLayoutEffect, useRef, useState } from 'react'
import type { Key } from './types.ts'

/** So near the end the next rows are fetched. */
const AHEAD = 10

type Options = {
  order: readonly Key[]
  openKey: Key | null
  /** The row that gets the focus as soon as it is there. */
  startKey: Key | null
  fetchMore: (() => void) | null
}

/**
 * The row that keys mean, which has the focus once it is moved to: the open one, if one is. Where it goes away with the
 * focus in it, the row that takes its place takes both.
 */
export function useActiveRow({ order, openKey, startKey, fetchMore }: Options) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [activeKey, activate] = useState<Key | null>(openKey)
  const [known, setKnown] = useState(openKey)
  if (openKey !== known) {
    setKnown(openKey)
    if (openKey !== null) activate(openKey)
  }
  const lastIndex = useRef(-1)
  const index = activeKey === null ? -1 : order.indexOf(activeKey)
  const isGone = activeKey !== null && index < 0

  const focusRow = (at: number) => {
    const row = body.current?.rows[at]
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }

  useLayoutEffect(() => {
    if (!isGone) {
      lastIndex.current = index
      return
    }
    const next = Math.min(lastIndex.current, order.length - 1)
    activate(order[next] ?? null)
    if (document.activeElement === document.body) focusRow(next)
  })

  const start = useRef(startKey)
  useLayoutEffect(() => {
    const at = start.current === null ? -1 : order.indexOf(start.current)
    if (at < 0) return
    start.current = null
    focusRow(at)
  })

  /** Answers the key of the row that is active then. */
  const move = (by: -1 | 1): Key | null => {
    const next = Math.min(Math.max(index + by, 0), order.length - 1)
    const key = order[next] ?? null
    activate(key)
    focusRow(next)
    if (next >= order.length - AHEAD) fetchMore?.()
    return key
  }

  return { body, activeKey: isGone ? null : activeKey, activate, move }
}
