import type { Page } from 'playwright-core'

/** May have more content than room. */
const SCROLLERS = 'aside, aside > div, nav, [role=tablist], [role=dialog] div, [role=listbox], [tabindex="0"]'

/**
 * What is wrong with the layout of the current page, or the open dialog: other boxes that scroll, text or controls over
 * others, controls side by side whose heights differ, headings or names with a broken word, and a page that scrolls
 * sideways.
 */
export const pageFaults = (page: Page): Promise<string[]> =>
  page.evaluate((scrollers) => {
    const faults: string[] = []
    const { documentElement } = document
    const nameOf = (element: Element) =>
      `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') || (element.textContent ?? '')).trim().slice(0, 40)}"`
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1
    const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(isShown).at(-1)
    const root = dialog ?? document.body
    const all = [...root.querySelectorAll('*')].filter(isShown)

    const { scrollWidth, clientWidth } = documentElement
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} pixels wide`)
    for (const element of all) {
      const { overflowX, overflowY } = getComputedStyle(element)
      const isWide = /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth
      const isHigh = /auto|scroll/.test(overflowY) && element.scrollHeight > element.clientHeight
      if ((isWide || isHigh) && !element.matches(scrollers)) faults.push(`${nameOf(element)} scrolls`)
    }

    const isEnlarged = Number.parseFloat(getComputedStyle(documentElement).fontSize) > 16
    const CONTROLS =
      'button:not([role=switch], [role=checkbox]), select, a[class*=min-h-11], input:not([type=checkbox], [type=radio], [type=range], [type=file])'
    const controls = all.filter((element) => element.matches(CONTROLS) && !element.closest('.sr-only'))
    /** The box that holds both, if it is close and lays them out in a row. */
    const isRow = (one: Element, other: Element) => {
      for (let box = one.parentElement, up = 0; box && up < 3; box = box.parentElement, up += 1)
        if (box.contains(other)) return getComputedStyle(box).display.includes('flex')
      return false
    }

    type Ink = { element: Element; box: DOMRect; layer: Element | null; isControl: boolean }
    const layerOf = (element: Element) => {
      for (let box: Element | null = element; box; box = box.parentElement)
        if (/fixed|sticky|absolute/.test(getComputedStyle(box).position)) return box
      return null
    }
    /** The part that isn't cut off. */
    const cut = (holder: Element | null, { left, top, right, bottom }: DOMRect) => {
      for (let box = holder; box && box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY, clipPath } = getComputedStyle(box)
        if (overflowX === 'visible' && overflowY === 'visible' && clipPath === 'none') continue
        const edge = box.getBoundingClientRect()
        left = Math.max(left, edge.left)
        right = Math.min(right, edge.right)
        top = Math.max(top, edge.top)
        bottom = Math.min(bottom, edge.bottom)
      }
      return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
    }
    const inks: Ink[] = controls.map((element) => ({
      element,
      box: cut(element.parentElement, element.getBoundingClientRect()),
      layer: layerOf(element),
      isControl: true,
    }))
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || (node.textContent ?? '').trim() === '' || !isShown(element)) continue
      const range = document.createRange()
      if (element.closest('h1, header a'))
        for (const word of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
          range.setStart(node, word.index)
          range.setEnd(node, word.index + word[0].length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1)
            faults.push(`${nameOf(element)} breaks "${word[0]}"`)
        }
      range.selectNodeContents(node)
      const layer = layerOf(element)
      for (const line of range.getClientRects()) {
        const box = cut(element, line)
        if (box.width > 2 && box.height > 2) inks.push({ element, box, layer, isControl: false })
      }
    }
    inks.sort((one, other) => one.box.top - other.box.top)
    for (const [index, { element, box, layer, isControl }] of inks.entries())
      for (const other of inks.slice(index + 1)) {
        if (other.box.top >= box.bottom) break
        const high = Math.min(box.bottom, other.box.bottom) - other.box.top
        const least = Math.min(box.height, other.box.height)
        if (
          !isEnlarged &&
          isControl &&
          other.isControl &&
          high > least / 2 &&
          Math.abs(box.height - other.box.height) > 1 &&
          isRow(element, other.element)
        )
          faults.push(
            `${nameOf(element)} is ${Math.round(box.height)} high beside ${nameOf(other.element)}, ${Math.round(other.box.height)}`,
          )
        if (layer !== other.layer || element.contains(other.element) || other.element.contains(element))
          continue
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left)
        // Lines of large text overlap a little.
        if (wide > 2 && high > least * 0.4)
          faults.push(`${nameOf(element)} overlaps ${nameOf(other.element)}`)
      }
    return [...new Set(faults)]
  }, SCROLLERS)
