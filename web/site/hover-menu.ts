import { type PointerEvent, useEffect, useRef, useState } from 'react'

const OPEN_DELAY_MS = 100
const GRACE_MS = 300

/**
 * Which of several menus is open, '' for none. One opens when the pointer has rested on it for a moment, and closes when
 * the pointer has been away for longer: a slip off the edge is forgiven.
 */
export function useHoverMenu() {
  const [openMenu, setOpenMenu] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const openedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = (menu: string) => {
    clearTimeout(timer.current)
    if (menu !== '') openedAt.current = performance.now()
    setOpenMenu(menu)
  }
  const changeLater = (menu: string, delayMs: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => change(menu), delayMs)
  }

  const hoverProps = (menu: string) => ({
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return
      if (menu === openMenu) clearTimeout(timer.current)
      else changeLater(menu, OPEN_DELAY_MS)
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') changeLater('', GRACE_MS)
    },
  })

  /** Those who hover and click at once mean to open it: a click that comes as it opens must not close it again. */
  const toggle = (menu: string) => {
    if (menu !== openMenu) change(menu)
    else if (performance.now() - openedAt.current >= GRACE_MS) change('')
  }

  return { openMenu, toggle, close: () => change(''), hoverProps }
}
