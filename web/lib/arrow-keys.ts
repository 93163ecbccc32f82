import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

export function moveFocus(event: KeyboardEvent, elements: HTMLElement[]): HTMLElement | undefined {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  // Alt+arrow navigates the history.
  if (altKey || ctrlKey || metaKey || shiftKey) return
  const current = elements.findIndex((element) => element.matches(':focus'))
  const next = elements[indexAfter(key, current, elements.length)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
  return next
}

/** NaN for other keys. */
export function indexAfter(key: string, current: number, count: number): number {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = STEPS[key]
  return step === undefined || current === -1 ? Number.NaN : (current + step + count) % count
}
