import { expect, test } from 'bun:test'
import { shortOrLong } from '#src/testing/attack.ts'
import { fixedPaths } from '#web/site-pages.ts'
import { pageFaults } from './page-faults.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: [] })

/** With the names of buttons that open a dialog. */
const SCREENS: [path: string, ...buttons: string[]][] = [
  ...fixedPaths.map((path): [string] => [path]),
  ['/', 'Generate Multiple'],
  ['/admin/dashboard'],
  ['/admin/dashboard?tab=contacts'],
  ['/admin/dashboard?tab=users'],
  ['/admin/dashboard?tab=users', 'Add User'],
  ['/admin/dashboard?tab=metrics'],
  ['/admin/dashboard?tab=audit'],
  ['/admin/dashboard?tab=backups'],
  ['/admin/blog'],
  ['/admin/website-analyzer'],
  ['/admin/settings'],
  ['/admin/settings', 'New Template'],
  ['/admin/account'],
  ['/admin/nope'],
]

/** Of text and window. */
const SOME_SIZES = [
  ['100%', 1440],
  ['200%', 390],
] as const
const ALL_SIZES = [...SOME_SIZES, ['100%', 390], ['200%', 1440]] as const

test('on no screen controls on a row differ, text overlaps or boxes scroll, at 100% or 200%', async () => {
  const { server, page } = await fresh()
  const found: unknown[] = []
  for (const [path, ...buttons] of SCREENS) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(server.url + path)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    if (path === '/password-checker') {
      await page.getByLabel('Password to check').fill('Summer2026!Go')
      await page.getByRole('list', { name: 'Criteria' }).waitFor()
      await page.locator('[aria-busy="false"]').waitFor()
    }
    for (const name of buttons) {
      await page.getByRole('button', { name }).first().click()
      await page.getByRole('dialog').waitFor()
    }
    for (const [size, width] of shortOrLong<readonly (readonly [string, number])[]>(SOME_SIZES, ALL_SIZES)) {
      await page.evaluate((chosen) => document.documentElement.style.setProperty('font-size', chosen), size)
      await page.setViewportSize({ width, height: 844 })
      const faults = await pageFaults(page)
      if (faults.length > 0) found.push({ path, buttons, size, width, faults })
    }
  }
  expect(found).toEqual([])
})
