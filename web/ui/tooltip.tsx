import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'

const OPEN_DELAY_MS = 700
/** After one closes, the next opens without delay within this time. */
const SKIP_DELAY_MS = 300

let closedAt = Number.NEGATIVE_INFINITY

type Props = {
  text: ReactNode
  className?: string
  /** For elements without an action of their own. */
  opensOnPress?: boolean
  /** One focusable element. The tooltip is right-aligned with it, and below it if there is room. */
  children: ReactNode
}

/** On hover or focus; Escape hides it. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the element inside is the interactive one
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
      {isOpen && <Tip>{text}</Tip>}
    </span>
  )
}

/** A popover, because list cells clip their content. The padding bridges the gap, so that the pointer can reach the text. */
function Tip({ children }: { children: ReactNode }) {
  const tip = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (tip.current === null) return
    const shown = tip.current
    if ('showPopover' in shown) shown.showPopover()
    const position = () => positionAtParent(shown)
    position()
    document.addEventListener('scroll', position, { capture: true, passive: true })
    return () => document.removeEventListener('scroll', position, { capture: true })
  }, [])
  return (
    <span
      ref={tip}
      popover="manual"
      className="fixed inset-auto m-0 w-max animate-fade-in overflow-visible border-0 bg-transparent p-0 py-1.5"
    >
      <span role="tooltip" className="block max-w-64 rounded-lg bg-text px-3 py-1.5 text-bg text-sm">
        {children}
      </span>
    </span>
  )
}

const MARGIN_PX = 8

function positionAtParent(tip: HTMLElement): void {
  const parent = tip.parentElement?.getBoundingClientRect()
  if (!parent) return
  const hasRoomBelow = parent.bottom + tip.offsetHeight <= document.documentElement.clientHeight
  tip.style.top = `${hasRoomBelow ? parent.bottom : parent.top - tip.offsetHeight}px`
  tip.style.left = `${Math.max(MARGIN_PX, parent.right - tip.offsetWidth)}px`
}
