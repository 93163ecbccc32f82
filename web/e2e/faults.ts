import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Where the page in its present state breaks a rule, of whatever weight: the rule and the elements concerned. */
export async function faults(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.getAnimations().length === 0)
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  })
  return found
}
