import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'
import { fixedPaths } from '#web/site-pages.ts'
import { violations } from './accessibility-violations.ts'
import { startServer, visitor } from './harness.ts'
import { ALL_SCREENS, type Screen, TWO_SCREENS } from './screens.ts'

const PATHS = [...fixedPaths, '/no-such-page']

const SCREENS = shortOrLong(TWO_SCREENS, ALL_SCREENS)

/** Waits for hydration, because a button that is fading in lacks contrast. */
const open = (page: Page, url: string) => page.goto(url, { waitUntil: 'networkidle' })

/** With reduced motion, because fading text lacks contrast. */
async function visitorOf({ theme, width, height }: Screen) {
  const visit = await visitor({ viewport: { width, height }, reducedMotion: 'reduce' })
  await visit.page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
  await visit.page.route('**/api/track/**', (route) => route.fulfill({ json: { success: true } }))
  return visit
}

test.each(SCREENS)(
  'every page has no accessibility violations in $theme at $width pixels',
  async (screen) => {
    await using server = await startServer()
    await using visit = await visitorOf(screen)
    for (const path of PATHS) {
      await open(visit.page, `${server.url}${path}`)
      expect({ path, violations: await violations(visit.page) }).toEqual({ path, violations: [] })
    }
  },
)

test.each(SCREENS)(
  'ratings and open menus have no accessibility violations in $theme at $width pixels',
  async (screen) => {
    await using server = await startServer()
    await using visit = await visitorOf(screen)
    const { page } = visit
    await open(page, `${server.url}/password-checker`)
    for (const password of ['password', 'password1', 'orbit kettle', 'abcDEF9!xyz', 'Summer2026!Go']) {
      await page.getByLabel('Password to check').fill(password)
      // The previous verdict is dimmed until the next one appears.
      await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
      expect({ password, violations: await violations(page) }).toEqual({ password, violations: [] })
    }
    if (screen.width < 1024) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      await page.getByRole('dialog').waitFor()
      expect(await violations(page)).toEqual([])
      return
    }
    for (const menu of ['Tools', 'Resources', 'Support']) {
      await page.getByRole('button', { name: menu }).click()
      expect({ menu, violations: await violations(page) }).toEqual({ menu, violations: [] })
    }
  },
)
