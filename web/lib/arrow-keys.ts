import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/**
 * Moves the focus to the neighbor that an arrow key names, or to the first or last element with
 * Home and End; wraps around. Returns the element that has the focus now, if it moved.
 */
export function moveFocus(event: KeyboardEvent, elements: HTMLElement[]): HTMLElement | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  // Alt with an arrow goes back in history.
  if (altKey || ctrlKey || metaKey || shiftKey) return
  const current = elements.findIndex((element) => element.matches(':focus'))
  const next = elements[indexAfter(key, current, elements.length)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
  return next
}

/** The index that a key leads to; NaN when it leads nowhere. */
export function indexAfter(key: string, current: number, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = STEPS[key]
  return step === undefined || current === -1 ? Number.NaN : (current + step + count) % count
}
