import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import type { LoginResponse } from '#domain/users.ts'
import { violationsOnScreens } from './accessibility-violations.ts'
import { callApi, figure } from './administration.ts'
import { responds, share, startServer, visitor } from './harness.ts'

/** Signed in as the demo's dana. */
const demo = share(async () => {
  const server = await startServer({ flags: ['--demo'] })
  const password = /password for all of them is (\S+)/.exec(server.output())?.[1]
  const credentials = { username: 'dana', password }
  const login: { body: LoginResponse } = await callApi(server, 'POST', '/api/admin/login', credentials)
  return { ...server, login: login.body }
}, responds)

const PHONE = { width: 390, height: 844 }

async function demoVisitor() {
  const server = await demo()
  const visit = await visitor({ viewport: PHONE })
  const { token, admin } = server.login
  await visit.page.addInitScript((stored) => Object.assign(localStorage, stored), {
    adminToken: token,
    adminUser: JSON.stringify(admin),
  })
  return { ...visit, server }
}

/** Returns to the phone afterward. */
async function expectNoViolations(page: Page): Promise<void> {
  expect(await violationsOnScreens(page)).toEqual([])
  await page.setViewportSize(PHONE)
}

const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('statistics can be viewed, compared and exported on a phone, without accessibility violations', async () => {
  await using visit = await demoVisitor()
  const { server, page, complaints } = visit
  await page.goto(`${server.url}/admin/dashboard`)

  for (const label of ["Today's Views", 'Passwords Generated', 'Password Checks', 'New Contacts']) {
    await page.getByRole('img', { name: `${label}, last 30 days: ` }).waitFor()
    await figure(page, label)
      .filter({ hasText: /^[\d,]+$/ })
      .waitFor()
  }
  await page.getByText('week before').first().waitFor()
  await expectNoViolations(page)
  const messages = page.getByRole('region', { name: 'Newest messages' }).getByRole('listitem')
  await messages.nth(4).waitFor()
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
  await expectNoViolations(page)
  await page.keyboard.press('ArrowRight')
  expect(await reading()).toBe(today)

  await page.getByText('Unique visitors', { exact: true }).click()
  await page.getByRole('slider', { name: 'Unique visitors by day' }).waitFor()
  await page.getByText('Visitors are counted separately each day.').waitFor()

  await page.getByRole('combobox', { name: 'Period' }).selectOption({ label: 'Last 7 days' })
  await page.waitForURL(/days=7/)
  await page.getByRole('switch', { name: 'Show as table' }).check()
  const rows = page.getByRole('region', { name: 'Daily statistics' }).getByRole('row')
  await rows.nth(7).waitFor()
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
  await expectNoViolations(page)

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
})

test('invalid dates show a message, and one click selects a month', async () => {
  await using visit = await demoVisitor()
  const { server, page } = visit
  await page.goto(`${server.url}/admin/dashboard?tab=metrics&from=2026-02-30&to=2026-03-01`)
  await page.getByText('from must be a date like 2026-01-31').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('slider', { name: 'Page views by day' }).waitFor()
  expect(parameter(page, 'days')).toBe('30')
})
