import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'
import { fixedPaths } from '#web/site-pages.ts'
import { violations, violationsOnScreens } from './accessibility-violations.ts'
import { startServer, visitor } from './harness.ts'
import { ALL_SCREENS, TWO_SCREENS } from './screens.ts'

const PATHS = [...fixedPaths, '/no-such-page']

/** Waits for hydration, because a button that is fading in lacks contrast. */
const open = (page: Page, url: string) => page.goto(url, { waitUntil: 'networkidle' })

/** With reduced motion, because fading text lacks contrast. */
async function calmVisitor() {
  const visit = await visitor({ reducedMotion: 'reduce' })
  await visit.page.route('**/api/track/**', (route) => route.fulfill({ json: { success: true } }))
  return visit
}

test('no page has accessibility violations on any screen', async () => {
  await using server = await startServer()
  await using visit = await calmVisitor()
  for (const path of PATHS) {
    await open(visit.page, `${server.url}${path}`)
    expect({ path, violations: await violationsOnScreens(visit.page) }).toEqual({ path, violations: [] })
  }
})

test('ratings and open menus have no accessibility violations on any screen', async () => {
  await using server = await startServer()
  await using visit = await calmVisitor()
  const { page } = visit
  await open(page, `${server.url}/password-checker`)
  for (const password of ['password', 'password1', 'orbit kettle', 'abcDEF9!xyz', 'Summer2026!Go']) {
    await page.getByLabel('Password to check').fill(password)
    // The previous verdict is dimmed until the next one appears.
    await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
    expect({ password, violations: await violationsOnScreens(page) }).toEqual({ password, violations: [] })
  }
  for (const { theme, width, height } of shortOrLong(TWO_SCREENS, ALL_SCREENS)) {
    await page.setViewportSize({ width, height })
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    for (const menu of width < 1024 ? ['Open menu'] : ['Tools', 'Resources', 'Support']) {
      await page.getByRole('button', { name: menu }).click()
      if (width < 1024) await page.getByRole('dialog').waitFor()
      expect({ theme, menu, violations: await violations(page) }).toEqual({ theme, menu, violations: [] })
      await page.keyboard.press('Escape')
    }
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})
