import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { shortOrLong } from '#src/testing/attack.ts'
import { violations, violationsOnScreens } from './accessibility-violations.ts'
import { addUser, callApi, openDatabase, signIn } from './administration.ts'
import { untilFocused, visitor } from './harness.ts'
import { ALL_SCREENS, TWO_SCREENS } from './screens.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: ['contacts', 'posts'] })

/** Has one message, one post, and two users: ada and a moderator. */
async function freshRecords() {
  const session = await fresh()
  const { server, token } = session
  using database = openDatabase(server)
  database.run("DELETE FROM users WHERE username <> 'ada'")
  await addUser(server, token, 'moderator')
  await callApi(server, 'POST', '/api/contact', {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    subject: 'A question about owls',
    message: 'Hello.',
  })
  const post = { title: 'Why owls like long passwords', content: 'They do.', status: 'draft' }
  await callApi(server, 'POST', '/api/admin/blog/posts', post, token)
  return session
}

const box = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const untilActive = (page: Page, text: string) =>
  page.getByRole('option', { selected: true }).filter({ hasText: text }).waitFor()

/** By keyboard. What is typed before the search box has the focus would be lost. */
async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await untilFocused(box(page))
}

async function closePalette(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await box(page).waitFor({ state: 'detached' })
}

test('the palette opens pages and sections, and finds posts, messages and users', async () => {
  const { server, page, complaints } = await freshRecords()
  await page.goto(`${server.url}/admin/dashboard`)
  await page.getByRole('button', { name: 'Search' }).click()
  await box(page).fill('web')
  await untilActive(page, 'Website Analyzer')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/website-analyzer')
  await box(page).waitFor({ state: 'detached' })

  await openPalette(page)
  await page.keyboard.type('prompt')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/settings#prompts-title')
  await page.getByRole('heading', { name: 'AI Prompt Templates' }).waitFor()

  await openPalette(page)
  await page.keyboard.type('owls')
  await page.getByRole('option', { name: 'A question about owls' }).waitFor()
  await page.getByRole('option', { name: 'Why owls like long passwords' }).waitFor()
  await untilActive(page, 'Why owls like long passwords')
  await page.keyboard.press('ArrowDown')
  await untilActive(page, 'A question about owls')
  await page.keyboard.press('ArrowDown')
  await untilActive(page, 'Why owls like long passwords')
  await box(page).fill('ada@')
  await page.getByRole('option', { name: 'ada ada@example.com' }).click()
  await page.waitForURL('**/admin/dashboard?tab=users*')
  expect(complaints).toEqual([])
})

test('the palette finds pages by what people call them', async () => {
  const { server, page, complaints } = await freshRecords()
  await page.goto(`${server.url}/admin/dashboard`)
  await page.getByRole('button', { name: 'Search' }).click()
  for (const [name, label] of [
    ['restore', 'Backups'],
    ['token', 'Your account'],
    ['smtp', 'Notices'],
    ['2fa', 'Your account'],
    ['MFA', 'Your account'],
    ['csv', 'Competitor Keywords Uploader'],
    ['statistics', 'Site Metrics'],
    ['analytics', 'Site Metrics'],
    ['inbox', 'Contact Forms'],
    ['articles', 'Blog Management'],
    ['openai', 'AI provider'],
    ['dark mode', 'Switch to dark theme'],
    ['sign out', 'Logout'],
  ] as const) {
    await box(page).fill(name)
    await page.getByRole('option').filter({ hasText: label }).waitFor()
  }
  expect(complaints).toEqual([])
})

test('the palette runs actions, shows their shortcuts, and returns focus', async () => {
  const { server } = await fresh()
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'ada')
  const button = page.getByRole('button', { name: 'Search' })
  await button.focus()
  await openPalette(page)
  await closePalette(page)
  await untilFocused(button)

  await openPalette(page)
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await page.locator('html[data-theme=dark]').waitFor()
  await untilFocused(button)

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByText('Search or jump to').waitFor()
  await list.getByText('Ctrl').waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await untilFocused(button)
  await openPalette(page)
  await page.keyboard.type('logout')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/login')
})

test('single-key shortcuts can be turned off for this browser and on again', async () => {
  const { server, page, complaints } = await freshRecords()
  await page.goto(`${server.url}/admin/dashboard?tab=users`)
  await page.getByText('2 of 2').waitFor()
  const openList = async () => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  }
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const singleKeys = list.getByRole('switch', { name: 'Single-key shortcuts' })
  const untilFocusIsOn = (tag: string) =>
    page.waitForFunction((name) => document.activeElement?.tagName === name, tag)
  await openList()
  await list.getByText('Next row').waitFor()
  await singleKeys.click()
  await list.getByText('Next row').waitFor({ state: 'detached' })
  await list.getByText('Search or jump to').waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('2 of 2').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('?')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  // An open list would keep the palette closed.
  await openPalette(page)
  expect(await list.count()).toBe(0)
  await closePalette(page)
  await openList()
  await singleKeys.click()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await untilFocusIsOn('BUTTON')
  await page.keyboard.press('j')
  await untilFocusIsOn('TR')
  expect(complaints).toEqual([])
})

test('typing aborts the previous query, and a failed one shows an error', async () => {
  const { server, page } = await fresh()
  await page.goto(`${server.url}/admin/dashboard`)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.route('**/api/admin/contacts?search=first*', () => undefined)
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().includes('search=first'))
  const requested = page.waitForRequest('**/api/admin/contacts?search=first*')
  await box(page).fill('first')
  await requested
  await page.route('**/api/admin/contacts?search=second*', (route) =>
    route.fulfill({ status: 500, json: {} }),
  )
  await box(page).fill('second')
  expect((await aborted).failure()?.errorText).toBe('net::ERR_ABORTED')
  await page.getByText('Posts, messages and users could not be searched').waitFor()
})

test('palette and account menu have no accessibility violations', async () => {
  const { server } = await freshRecords()
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'moderator')
  await page.getByRole('button', { name: 'Search' }).click()
  await untilFocused(box(page))
  expect(await violationsOnScreens(page)).toEqual([])
  await box(page).fill('owls')
  await page.getByRole('option', { name: 'Why owls' }).waitFor()
  await page.getByRole('option', { name: 'A question about owls' }).waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  await closePalette(page)
  for (const { theme, width, height } of shortOrLong(TWO_SCREENS, ALL_SCREENS)) {
    await page.setViewportSize({ width, height })
    await page.evaluate((chosen) => {
      document.documentElement.dataset.theme = chosen
    }, theme)
    if (width < 1024) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Audit log Super admins only' }).waitFor()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    expect({ theme, width, violations: await violations(page) }).toEqual({ theme, width, violations: [] })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Logout' }).waitFor({ state: 'detached' })
    if (width < 1024) await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
})
