import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'
import { ALL_SCREENS, TWO_SCREENS } from './screens.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const AXE = readFileSync(Bun.resolveSync('axe-core/axe.min.js', import.meta.dir), 'utf8')

/** Finishes finite animations; waits for endless ones, which are loading indicators. */
async function untilStill(page: Page): Promise<void> {
  const isStill = () => {
    const animations = document.getAnimations()
    for (const animation of animations) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
    }
    return animations.length === 0
  }
  // A busy browser may draw no frame for seconds.
  await page.waitForFunction(isStill, null, { polling: 20 })
}

/** axe violations of any impact on the current page, or only `within` some elements: rule and elements. */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  await untilStill(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (selector) => {
    const { violations } = await window.axe.run(selector, { resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, within)
}

/** Checks a phone and a desktop, each theme, and horizontal overflow. */
export async function violationsOnScreens(page: Page, within = 'html'): Promise<string[]> {
  const found: string[] = []
  for (const { theme, width, height } of shortOrLong(TWO_SCREENS, ALL_SCREENS)) {
    await page.setViewportSize({ width, height })
    const scrolled = await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
      return document.documentElement.scrollWidth
    }, theme)
    const wide = scrolled > width ? [`${scrolled} pixels wide`] : []
    for (const violation of [...(await violations(page, within)), ...wide])
      found.push(`${theme}, ${width}: ${violation}`)
  }
  return found
}
