import { type PointerEvent, useEffect, useRef, useState } from 'react'

const OPEN_DELAY_MS = 100
const GRACE_MS = 300

/** The open menu, or '' for none. Opens and closes after a delay, so that brief pointer movements have no effect. */
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

  /** A click right after hovering must not close the menu that just opened. */
  const toggle = (menu: string) => {
    if (menu !== openMenu) change(menu)
    else if (performance.now() - openedAt.current >= GRACE_MS) change('')
  }

  return { openMenu, toggle, close: () => change(''), hoverProps }
}
