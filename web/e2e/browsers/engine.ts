import * as z from 'zod/mini'
import { until } from '#src/testing/time-limits.ts'

/** A tab of Firefox or WebKit. */
export type Tab = AsyncDisposable & {
  goto(url: string): Promise<void>
  /** Clicks the middle of the first visible element, of those whose label or text starts with `name`. */
  click(selector: string, name?: string, times?: number): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  press(key: Key, modifier?: 'Control'): Promise<void>
  upload(selector: string, path: string): Promise<void>
  /** The result, copied as JSON, of the body of a function. */
  evaluate(script: string): Promise<unknown>
}

type Key = 'Enter' | 'Delete' | 'Escape' | 'a' | 'c' | 'k' | 'v'

export type Engine = {
  name: string
  /** Null if the browser isn't installed. */
  open: (() => Promise<Tab>) | null
}

const Point = z.nullable(z.tuple([z.number(), z.number()]))

/** Waits until such an element is visible and at rest, scrolls to it, and returns its middle. */
export function middleOf(
  evaluate: Tab['evaluate'],
  selector: string,
  name = '',
): Promise<[x: number, y: number]> {
  let last: z.infer<typeof Point> = null
  return until(`the page shows ${selector} ${name} at rest`, async () => {
    const before = last
    last = Point.parse(
      await evaluate(`
        const elements = [...document.querySelectorAll(${JSON.stringify(selector)})]
        const nameOf = (one) =>
          (one.getAttribute('aria-label') ?? one.labels?.[0]?.innerText ?? one.innerText).replace(/\\s+/g, ' ').trim()
        const element = elements.find((one) =>
          one.checkVisibility({ visibilityProperty: true }) && nameOf(one).startsWith(${JSON.stringify(name)}))
        element?.scrollIntoView({ block: 'center', behavior: 'instant' })
        const box = element?.getBoundingClientRect()
        return box ? [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] : null`),
    )
    return Bun.deepEquals(before, last) ? last : null
  })
}
