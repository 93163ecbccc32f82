import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'

const OPEN_DELAY_MS = 700
/** Within this time of one closing, the next opens without delay. */
const SKIP_DELAY_MS = 300

let closedAt = Number.NEGATIVE_INFINITY

type Props = {
  text: ReactNode
  className?: string
  /** Where the element can't act, a press shows the text, too; it then starts at the element's left edge on a phone. */
  opensOnPress?: boolean
  /** One focusable element at the right edge of the screen: the tooltip stands below it, with its right edge on its. */
  children: ReactNode
}

/** Shows a text while the pointer rests on an element or the keyboard's focus is on it; Escape hides it. */
export function Tooltip({ text, className = '', opensOnPress = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  useEffect(() => {
    if (!isOpen) return
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setIsOpen(false)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      closedAt = performance.now()
      document.removeEventListener('keydown', onKeyDown)
    }
  }, [isOpen])

  const close = () => {
    clearTimeout(timer.current)
    setIsOpen(false)
  }
  const openLater = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'touch') return
    const delayMs = performance.now() - closedAt < SKIP_DELAY_MS ? 0 : OPEN_DELAY_MS
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsOpen(true), delayMs)
  }
  const openOnKeyboardFocus = ({ target }: FocusEvent) => {
    if (target.matches(':focus-visible')) setIsOpen(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches over the element in it, which is the interactive one
    <span
      className={`relative inline-flex ${className}`}
      onPointerEnter={openLater}
      onPointerLeave={close}
      onPointerDown={close}
      {...(opensOnPress ? { onClick: () => setIsOpen(true) } : {})}
      onFocus={openOnKeyboardFocus}
      onBlur={close}
    >
      {children}
      {isOpen && (
        // Reaches up to the element, so that the pointer can go there.
        <span
          className={`absolute top-full z-50 w-max animate-fade-in pt-1.5 ${opensOnPress ? 'max-sm:left-0 sm:right-0' : 'right-0'}`}
        >
          <span role="tooltip" className="block max-w-64 rounded-lg bg-text px-3 py-1.5 text-bg text-sm">
            {text}
          </span>
        </span>
      )}
    </span>
  )
}
