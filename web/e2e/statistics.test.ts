import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violations } from './accessibility-violations.ts'
import { figure, fillSignIn } from './administration.ts'
import { type Server, startServer, visitor } from './harness.ts'
import { type Screen, TWO_SCREENS } from './screens.ts'

async function openDemo(server: Server, page: Page, theme: Screen['theme']): Promise<void> {
  const password = /password for all of them is (\S+)/.exec(server.output())?.[1]
  await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
  await page.goto(`${server.url}/admin/login`)
  await fillSignIn(page, 'dana', password)
  await page.waitForURL(/\/admin\/dashboard/)
}

const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test.each(TWO_SCREENS)(
  'statistics can be viewed, compared and exported in $theme at $width pixels',
  async (screen) => {
    await using server = await startServer({ flags: ['--demo'] })
    await using visit = await visitor({
      viewport: { width: screen.width, height: screen.height },
      reducedMotion: 'reduce',
    })
    const { page, complaints } = visit
    await openDemo(server, page, screen.theme)

    for (const label of ["Today's Views", 'Passwords Generated', 'Password Checks', 'New Contacts']) {
      await page.getByRole('img', { name: `${label}, last 30 days: ` }).waitFor()
      await figure(page, label)
        .filter({ hasText: /^[\d,]+$/ })
        .waitFor()
    }
    await page.getByText('week before').first().waitFor()
    expect(await violations(page)).toEqual([])
    const messages = page.getByRole('region', { name: 'Newest messages' }).getByRole('listitem')
    expect(await messages.count()).toBe(5)
    await messages.first().getByRole('link').click()
    await page.waitForURL(/tab=contacts&message=\d+$/)

    await page.goto(`${server.url}/admin/dashboard?tab=metrics`)
    const views = page.getByRole('slider', { name: 'Page views by day' })
    const reading = () => page.getByRole('slider').getAttribute('aria-valuetext')
    await views.focus()
    const today = await reading()
    expect(today).toMatch(/: [\d,]+ views?$/)
    await page.keyboard.press('ArrowLeft')
    const yesterday = await reading()
    expect(yesterday).not.toBe(today)
    await page.getByText(yesterday ?? '', { exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('ArrowRight')
    expect(await reading()).toBe(today)

    await page.getByText('Unique visitors', { exact: true }).click()
    await page.getByRole('slider', { name: 'Unique visitors by day' }).waitFor()
    await page.getByText('Visitors are counted separately each day.').waitFor()

    await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last 7 days' })
    await page.waitForURL(/days=7/)
    await page.getByRole('switch', { name: 'Show as table' }).check()
    const rows = page.getByRole('region', { name: 'Daily statistics' }).getByRole('row')
    await rows.nth(8).waitFor({ state: 'detached' })
    expect(await rows.count()).toBe(8)
    const from = await page.getByLabel('From', { exact: true }).inputValue()
    await page.getByLabel('To', { exact: true }).fill(from)
    await page.waitForURL(/to=/)
    expect([parameter(page, 'from'), parameter(page, 'to'), parameter(page, 'days')]).toEqual([
      from,
      from,
      null,
    ])
    await rows.nth(2).waitFor({ state: 'detached' })
    expect(await violations(page)).toEqual([])

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    const csv = await Bun.file(await (await downloading).path()).text()
    expect(csv.split('\r\n').map((line) => line.slice(0, 12))).toEqual([
      expect.stringContaining('Day'),
      `"${from}"`,
      '',
    ])

    await page.reload()
    await rows.nth(1).waitFor()
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(from)
    await page.goBack()
    await rows.nth(7).waitFor()
    expect(complaints).toEqual([])
  },
)

test('invalid dates show a message, and one click selects a month', async () => {
  await using server = await startServer({ flags: ['--demo'] })
  await using visit = await visitor()
  const { page } = visit
  await openDemo(server, page, 'light')
  await page.goto(`${server.url}/admin/dashboard?tab=metrics&from=2026-02-30&to=2026-03-01`)
  await page.getByText('from must be a date like 2026-01-31').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('slider', { name: 'Page views by day' }).waitFor()
  expect(parameter(page, 'days')).toBe('30')
})
