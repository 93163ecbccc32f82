import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Key } from './types.ts'

/** Fetches more rows this many before the end. */
const PREFETCH_ROWS = 10

type Options = {
  order: readonly Key[]
  openKey: Key | null
  /** The row to focus once it has loaded. */
  startKey: Key | null
  fetchMore: (() => void) | null
}

/**
 * The row that keyboard shortcuts act on, null before the first: initially the open one, if any. If it disappears while
 * focused, its successor becomes active and focused. The focus moves along when another row opens, unless it is outside
 * the list.
 */
export function useActiveRow({ order, openKey, startKey, fetchMore }: Options) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(openKey)
  const lastOrder = useRef(order)

  const focusRow = (at: number) => {
    const row = body.current?.rows[at]
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }

  const followOpen = useEffectEvent(() => {
    if (openKey !== null) setActive(openKey)
    const { activeElement } = document
    const isFree = activeElement === document.body || body.current?.contains(activeElement)
    const at = openKey === null ? -1 : order.indexOf(openKey)
    if (isFree && body.current?.rows[at] !== activeElement) focusRow(at)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another row opens
  useLayoutEffect(() => followOpen(), [openKey])

  useLayoutEffect(() => {
    if (active !== null && !order.includes(active)) {
      const next = Math.min(lastOrder.current.indexOf(active), order.length - 1)
      setActive(order[next] ?? null)
      if (document.activeElement === document.body) focusRow(next)
    }
    lastOrder.current = order
  })

  const start = useRef(startKey)
  useLayoutEffect(() => {
    const at = start.current === null ? -1 : order.indexOf(start.current)
    if (at < 0) return
    start.current = null
    focusRow(at)
  })

  /** Returns the key of the newly active row. */
  const move = (by: -1 | 1): Key | null => {
    const next = Math.min(Math.max(order.indexOf(active ?? '') + by, 0), order.length - 1)
    const key = order[next] ?? null
    setActive(key)
    focusRow(next)
    if (next >= order.length - PREFETCH_ROWS) fetchMore?.()
    return key
  }

  return { body, active, setActive, move }
}
