import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violations } from './accessibility-violations.ts'
import { addUser, callApi, setUp, signIn } from './administration.ts'
import { type Server, startServer, untilFocused, visitor } from './harness.ts'
import { TWO_SCREENS } from './screens.ts'

const box = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })
const active = (page: Page) => page.getByRole('option', { selected: true })

async function fill(server: Server): Promise<string> {
  const token = await setUp(server)
  await callApi(server, 'POST', '/api/contact', {
    name: 'Grace Hopper',
    email: 'grace@example.com',
    subject: 'A question about owls',
    message: 'Hello.',
  })
  const post = { title: 'Why owls like long passwords', content: 'They do.', status: 'draft' }
  await callApi(server, 'POST', '/api/admin/blog/posts', post, token)
  return token
}

test('the palette opens pages and sections, and finds posts, messages and users', async () => {
  await using server = await startServer()
  await fill(server)
  await using visit = await visitor()
  const { page, complaints } = visit
  await signIn(page, server, 'ada')
  await page.getByRole('button', { name: 'Search' }).click()
  await box(page).fill('web')
  expect(await active(page).textContent()).toContain('Website Analyzer')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/website-analyzer')
  await box(page).waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await page.keyboard.type('prompt')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/settings#prompts-title')
  await page.getByRole('heading', { name: 'AI Prompt Templates' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('owls')
  await page.getByRole('option', { name: 'A question about owls' }).waitFor()
  const post = page.getByRole('option', { name: 'Why owls like long passwords' })
  await post.waitFor()
  expect(await post.getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('ArrowDown')
  expect(await active(page).textContent()).toContain('A question about owls')
  await page.keyboard.press('ArrowDown')
  expect(await post.getAttribute('aria-selected')).toBe('true')
  await box(page).fill('ada@')
  await page.getByRole('option', { name: 'ada ada@example.com' }).click()
  await page.waitForURL('**/admin/dashboard?tab=users*')
  expect(complaints).toEqual([])
})

test('the palette runs actions, shows their shortcuts, and returns focus', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'ada')
  const button = page.getByRole('button', { name: 'Search' })
  await button.focus()
  await page.keyboard.press('Control+k')
  await box(page).waitFor()
  await page.keyboard.press('Escape')
  await box(page).waitFor({ state: 'detached' })
  await untilFocused(button)

  await page.keyboard.press('Control+k')
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
  await page.keyboard.press('Control+k')
  await page.keyboard.type('logout')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/login')
})

test('single-key shortcuts can be turned off for this browser and on again', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  await addUser(server, token, 'moderator')
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'ada', '/admin/dashboard?tab=users')
  await page.getByText('2 of 2').waitFor()
  const openList = async () => {
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  }
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  const singleKeys = list.getByRole('switch', { name: 'Single-key shortcuts' })
  const activeTag = () => page.evaluate(() => document.activeElement?.tagName)
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
  expect([await activeTag(), await list.count()]).toEqual(['BODY', 0])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  await openList()
  await singleKeys.click()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.tagName === 'BUTTON')
  await page.keyboard.press('j')
  expect(await activeTag()).toBe('TR')
  expect(visit.complaints).toEqual([])
})

test('typing aborts the previous query, and a failed one shows an error', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'ada')
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

test.each(TWO_SCREENS)(
  'palette and account menu have no accessibility violations in $theme at $width pixels',
  async (screen) => {
    const { theme, width, height } = screen
    await using server = await startServer()
    await addUser(server, await fill(server), 'moderator')
    await using visit = await visitor({ viewport: { width, height }, reducedMotion: 'reduce' })
    const { page } = visit
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    await signIn(page, server, 'moderator')
    await page.getByRole('button', { name: 'Search' }).click()
    expect(await violations(page)).toEqual([])
    await box(page).fill('owls')
    await page.getByRole('option', { name: 'Why owls' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    if (width < 1024) await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Audit log Super admins only' }).waitFor()
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Logout' }).waitFor()
    expect(await violations(page)).toEqual([])
  },
)
