import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'
import { fixedPaths } from '#web/site-pages.ts'
import { violations, violationsOnScreens } from './accessibility-violations.ts'
import { shareServer, visitor } from './harness.ts'
import { ALL_SCREENS, TWO_SCREENS } from './screens.ts'
import { untilSettled } from './until-settled.ts'

const PATHS = [...fixedPaths, '/no-such-page']

const shared = shareServer()

/** Waits for hydration, because a button that is fading in lacks contrast. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await untilSettled(page)
}

/** With reduced motion, because fading text lacks contrast. */
async function calmVisitor() {
  const visit = await visitor()
  await visit.page.route('**/api/track/**', (route) => route.fulfill({ json: { success: true } }))
  return visit
}

test('no page has accessibility violations on any screen', async () => {
  const server = await shared()
  await using visit = await calmVisitor()
  for (const path of PATHS) {
    await open(visit.page, `${server.url}${path}`)
    expect({ path, violations: await violationsOnScreens(visit.page) }).toEqual({ path, violations: [] })
  }
})

test('ratings and open menus have no accessibility violations on any screen', async () => {
  const server = await shared()
  await using visit = await calmVisitor()
  const { page } = visit
  await open(page, `${server.url}/password-checker`)
  for (const password of ['password', 'password1', 'orbit kettle', 'abcDEF9!xyz', 'Summer2026!Go']) {
    await page.getByLabel('Password to check').fill(password)
    // The previous verdict is busy and dimmed until the next one appears.
    await page.locator('[aria-busy="false"]').waitFor()
    const found = await violationsOnScreens(page, 'main')
    expect({ password, found }).toEqual({ password, found: [] })
  }
  for (const { theme, width, height } of shortOrLong(TWO_SCREENS, ALL_SCREENS)) {
    await page.setViewportSize({ width, height })
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    const isPhone = width < 1024
    for (const menu of isPhone ? ['Open menu'] : ['Tools', 'Resources', 'Support']) {
      const button = page.getByRole('button', { name: menu })
      const opened = isPhone ? page.getByRole('dialog') : button.and(page.locator('[aria-expanded=true]'))
      await button.click()
      await opened.waitFor()
      const controls = await page.locator('header [aria-expanded=true]').getAttribute('aria-controls')
      expect(await page.locator(`[id="${controls}"]`).count()).toBe(1)
      const found = await violations(page, isPhone ? '[role=dialog]' : 'header')
      expect({ theme, menu, found }).toEqual({ theme, menu, found: [] })
      await page.keyboard.press('Escape')
      await opened.waitFor({ state: 'detached' })
    }
  }
})
