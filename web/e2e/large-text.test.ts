import { expect, test } from 'bun:test'
import { fixedPaths } from '#web/site-pages.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: [] })

const PATHS = [
  ...fixedPaths,
  '/admin/dashboard',
  '/admin/dashboard?tab=contacts',
  '/admin/dashboard?tab=users',
  '/admin/dashboard?tab=audit',
  '/admin/blog',
  '/admin/website-analyzer',
  '/admin/settings',
  '/admin/account',
]

test('with text twice as large, no page scrolls sideways on a desktop or a phone', async () => {
  const { server, page } = await fresh()
  for (const path of PATHS) {
    await page.goto(server.url + path)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 })
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      expect({ path, scrolled }).toEqual({ path, scrolled: width })
    }
  }
})
