import { type KeyboardEvent, useEffect, useRef } from 'react'

const RESET_MS = 1_000

/** Typing the start of a name focuses it; the buffer resets after a second. */
export function useTypeAhead(): (event: KeyboardEvent<HTMLElement>) => void {
  const typed = useRef('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  return (event) => {
    const { key, ctrlKey, altKey, metaKey } = event
    const isLetter = key.length === 1 && !ctrlKey && !altKey && !metaKey
    if (!isLetter || (key === ' ' && typed.current === '')) return
    if (key === ' ') event.preventDefault()
    typed.current += key
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      typed.current = ''
    }, RESET_MS)

    const links = [...event.currentTarget.querySelectorAll('a')]
    const names = links.map(({ textContent }) => textContent)
    const focused = links.findIndex((link) => link.matches(':focus'))
    links[findByStart(names, typed.current, focused)]?.focus()
  }
}

/** The matching index, or -1. Stays at `current` while it matches; a repeated letter moves to the next match. */
export function findByStart(names: string[], typed: string, current: number): number {
  const text = typed.toLowerCase()
  const isOneLetter = [...text].every((letter) => letter === text[0])
  const start = isOneLetter ? text.slice(0, 1) : text
  const first = isOneLetter ? current + 1 : Math.max(current, 0)
  const inTurn = names.map((_, index) => (first + index) % names.length)
  return inTurn.find((index) => names[index]?.toLowerCase().startsWith(start)) ?? -1
}
