import type { Page } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'

export type ListShape = {
  /** Selects the table, grid or list. */
  selector: string
  /** Title of the column that never gets narrower than MAIN_REM; null without one. */
  main: string | null
  /** Titles of columns with text of any length, which may end in an ellipsis. */
  texts: readonly string[]
}

const MAIN_REM = 14

/** From phones to large desktops. */
const WIDTHS = [
  ...Array.from({ length: shortOrLong(14, 27) }, (_, step) => 320 + step * shortOrLong(120, 60)),
  1920,
]

/** What is clipped, overlapping, too narrow or scrolling sideways at the current width. */
const listFaults = (page: Page, shape: ListShape): Promise<string[]> =>
  page.evaluate(
    ({ selector, main, texts, mainRem }) => {
      const faults: string[] = []
      const root = document.querySelector(selector)
      if (!root) return [`no ${selector}`]
      const { documentElement } = document
      const rem = Number.parseFloat(getComputedStyle(documentElement).fontSize)
      if (documentElement.scrollWidth > documentElement.clientWidth) faults.push('the page scrolls sideways')

      const isShown = (element: Element) =>
        element.getClientRects().length > 0 && element.getBoundingClientRect().width > 1
      const nameOf = (element: Element) =>
        `${element.tagName.toLowerCase()} "${(element.textContent ?? '').slice(0, 30)}"`
      const titles = [...root.querySelectorAll('thead th')].map((head) => head.textContent ?? '')
      const titleOf = (cell: Element) => titles[[...(cell.parentElement?.children ?? [])].indexOf(cell)] ?? ''
      const isText = (cell: Element) => titles.length === 0 || [main, ...texts].includes(titleOf(cell))

      for (let box = root.parentElement; box && box !== document.body; box = box.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth)
          faults.push(`a box around the list scrolls sideways`)
      }

      /** The part of the cell's content that isn't cut off. */
      const inkOf = (cell: Element) => {
        const ink = { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY }
        const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node.parentElement
          if (!parent || !isShown(parent) || (node.textContent ?? '').trim() === '') continue
          const range = document.createRange()
          range.selectNodeContents(node)
          let { left, right } = range.getBoundingClientRect()
          for (let box: Element | null = parent; box && cell.contains(box); box = box.parentElement) {
            if (getComputedStyle(box).overflowX === 'visible') continue
            const edge = box.getBoundingClientRect()
            left = Math.max(left, edge.left)
            right = Math.min(right, edge.right)
          }
          ink.left = Math.min(ink.left, left)
          ink.right = Math.max(ink.right, right)
        }
        for (const control of cell.querySelectorAll('button, a, input, [role=switch]')) {
          if (!isShown(control)) continue
          const edge = control.getBoundingClientRect()
          if (control.tagName === 'A' && getComputedStyle(control).display === 'inline') continue
          ink.left = Math.min(ink.left, edge.left)
          ink.right = Math.max(ink.right, edge.right)
        }
        return ink
      }

      for (const row of root.querySelectorAll('tr, li')) {
        const cells = [...row.children].filter(isShown)
        const room = row.getBoundingClientRect()
        const boxes = cells.map((cell) => cell.getBoundingClientRect())
        for (const [index, cell] of cells.entries()) {
          const box = boxes[index] ?? room
          if (box.right > documentElement.clientWidth + 1 || box.left < -1)
            faults.push(`${nameOf(cell)} is off the screen`)
          const ink = inkOf(cell)
          if (ink.left < box.left - 1 || ink.right > box.right + 1)
            faults.push(`${nameOf(cell)} is wider than its cell`)
          for (const element of [cell, ...cell.querySelectorAll('*')]) {
            if (!isShown(element) || element.scrollWidth <= element.clientWidth + 1) continue
            const { overflowX, display } = getComputedStyle(element)
            if (overflowX === 'visible' || display === 'inline') continue
            const isFixed = element.querySelector('button, time, [role=switch], .rounded-full') !== null
            if (/auto|scroll/.test(overflowX)) faults.push(`${nameOf(element)} scrolls sideways`)
            else if (!isText(cell) || isFixed) faults.push(`${nameOf(element)} is clipped`)
          }
          if (cell.tagName === 'TD' && titleOf(cell) === main) {
            const style = getComputedStyle(row)
            const whole = room.width - Number.parseFloat(style.paddingLeft) * 2 - 2
            if (box.width + 1 < Math.min(mainRem * rem, whole))
              faults.push(`${nameOf(cell)} has ${Math.round(box.width)} pixels`)
          }
          for (const [other, rest] of boxes.slice(index + 1).entries()) {
            const wide = Math.min(box.right, rest.right) - Math.max(box.left, rest.left)
            const high = Math.min(box.bottom, rest.bottom) - Math.max(box.top, rest.top)
            const neighbor = cells[index + 1 + other]
            if (wide > 1 && high > 1 && neighbor) faults.push(`${nameOf(cell)} overlaps ${nameOf(neighbor)}`)
          }
        }
      }
      return [...new Set(faults)]
    },
    { ...shape, mainRem: MAIN_REM },
  )

/** Faults by width. */
export async function faultsAtWidths(
  page: Page,
  shape: ListShape,
  widths: readonly number[] = WIDTHS,
): Promise<Record<number, string[]>> {
  const faults: Record<number, string[]> = {}
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    const found = await listFaults(page, shape)
    if (found.length > 0) faults[width] = found
  }
  return faults
}
