import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { POINTED } from './list-row.tsx'
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
 * The row that keyboard shortcuts act on: initially the open one, if any. If it disappears while focused, its successor
 * becomes active and focused. The focus moves along when another row opens, unless it is outside the list.
 */
export function useActiveRow({ order, openKey, startKey, fetchMore }: Options) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [activeKey, activate] = useState<Key | null>(openKey)
  const [lastSeen, setLastSeen] = useState(openKey)
  if (openKey !== lastSeen) {
    setLastSeen(openKey)
    if (openKey !== null) activate(openKey)
  }
  const lastIndex = useRef(-1)
  const index = activeKey === null ? -1 : order.indexOf(activeKey)
  const isGone = activeKey !== null && index < 0

  const focusRow = (at: number) => {
    const row = body.current?.rows[at]
    body.current?.querySelector(`[${POINTED}]`)?.removeAttribute(POINTED)
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

  const followOpen = useEffectEvent(() => {
    const { activeElement } = document
    const isFree = activeElement === document.body || body.current?.contains(activeElement)
    const at = openKey === null ? -1 : order.indexOf(openKey)
    if (isFree && body.current?.rows[at] !== activeElement) focusRow(at)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another row opens
  useLayoutEffect(() => followOpen(), [openKey])

  const start = useRef(startKey)
  useLayoutEffect(() => {
    const at = start.current === null ? -1 : order.indexOf(start.current)
    if (at < 0) return
    start.current = null
    focusRow(at)
  })

  /** Returns the key of the newly active row. */
  const move = (by: -1 | 1): Key | null => {
    const next = Math.min(Math.max(index + by, 0), order.length - 1)
    const key = order[next] ?? null
    activate(key)
    focusRow(next)
    if (next >= order.length - PREFETCH_ROWS) fetchMore?.()
    return key
  }

  return { body, activeKey: isGone ? null : activeKey, activate, move }
}
