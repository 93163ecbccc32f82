import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violationsOnScreens } from './accessibility-violations.ts'
import {
  addUser,
  callApi,
  fillSignIn,
  openDatabase,
  PASSWORD,
  signIn,
  signOut,
  toast,
} from './administration.ts'
import { holdBack, startServer, visitor } from './harness.ts'
import { keepToasts } from './kept-toasts.ts'
import { countScriptBytes } from './script-bytes.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: ['daily_counts', 'contacts', 'posts'] })

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

test('the first administrator sets up an account, signs in, opens every page and signs out', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await keepToasts(page)
  await page.goto(`${server.url}/admin`)
  await page.waitForURL('**/admin/login')
  await page.getByRole('link', { name: 'Create the first one' }).click()
  const submit = page.getByRole('button', { name: 'Create Admin Account' })
  await submit.click()
  await page.getByText('Please fill in all fields').waitFor()
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password').fill('other')
  await submit.click()
  await page.getByText('Passwords do not match').waitFor()
  await page.getByLabel('Confirm Password').fill('short')
  await submit.click()
  await page.getByText('Password must be at least 6 characters long').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await submit.click()
  await toast(page, 'First admin user created successfully. You can now login.').waitFor()
  await page.waitForURL('**/admin/login')

  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByText('Please enter both username and password').waitFor()
  await fillSignIn(page, 'ada')
  await toast(page, 'Welcome back, ada!').waitFor()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByText("Today's Views").waitFor()
  await page
    .getByRole('contentinfo')
    .getByText(/^Version [\d.]+ · Database [\d.]+ KB · No backup yet$/)
    .waitFor()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('adminUser') ?? '').username)).toBe('ada')
  expect(await page.evaluate(() => localStorage.getItem('adminDevice'))).toMatch(/^[\w-]{43}$/)

  await sidebar(page).getByRole('link', { name: 'Site Metrics' }).click()
  await page.getByText('Detailed metrics coming soon').waitFor()
  await sidebar(page).getByRole('link', { name: 'Contact Forms' }).click()
  await page.getByText('No contact submissions yet').waitFor()
  await sidebar(page).getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('gridcell', { name: 'Signed in', exact: true }).waitFor()

  const missing = await page.goto(`${server.url}/admin/nope`)
  expect(missing?.status()).toBe(404)
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).waitFor()
  await sidebar(page).getByRole('link', { name: 'Blog Management' }).waitFor()

  await signOut(page)
  await toast(page, 'You have been successfully logged out.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await page.goto(`${server.url}/admin/setup`)
  await page.getByText('Setup has already been completed').waitFor()
  const [notFound, ...complaints] = visit.complaints
  expect(notFound).toContain('404')
  expect(complaints).toEqual([])
})

test('an expired session leads to sign-in, which refuses a wrong password and then returns to the same page', async () => {
  const { server, token } = await fresh()
  await addUser(server, token, 'super_admin')
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'super_admin', '/admin/dashboard?tab=users')
  await page.getByRole('button', { name: 'Edit ada' }).click()
  const users: { body: { id: number; username: string }[] } = await callApi(
    server,
    'GET',
    '/api/admin/users',
    undefined,
    token,
  )
  const id = users.body.find(({ username }) => username === 'super_admin')?.id
  for (const status of ['inactive', 'active again']) {
    const toggled = await callApi(server, 'POST', `/api/admin/users/${id}/toggle-status`, undefined, token)
    expect({ status, answer: toggled.status }).toEqual({ status, answer: 200 })
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Save Changes' }).click()
  await page.waitForURL('**/admin/login')
  await fillSignIn(page, 'super_admin', 'not it')
  await page.getByRole('alert').filter({ hasText: 'Invalid username or password' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/login')
  await fillSignIn(page, 'super_admin')
  await page.waitForURL('**/admin/dashboard?tab=users')
  await page.getByRole('heading', { name: 'Admin Users' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).not.toBeNull()
})

test('an open account menu stays open when page code finishes loading', async () => {
  const { server, page, complaints } = await fresh()
  const release = await holdBack(page, 'settings-page')
  await page.goto(`${server.url}/admin/dashboard`)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.locator('h1:focus', { hasText: 'Settings' }).waitFor()
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  release()
  await page.getByRole('heading', { name: 'AI Prompt Templates' }).waitFor()
  expect(await page.getByRole('button', { name: 'Logout' }).isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Admin Users' }).click()
  await page.locator('h1:focus', { hasText: 'Admin Users' }).waitFor()
  expect(complaints).toEqual([])
})

test('text typed while the editor is loading becomes the title', async () => {
  const { server, page, complaints } = await fresh()
  const release = await holdBack(page, 'editor-page')
  await page.goto(`${server.url}/admin/blog`)
  await page.getByRole('button', { name: 'Create Your First Post' }).click()
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('Length ')
  release()
  await page.getByRole('button', { name: 'Create Post' }).waitFor()
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.type('first')
  expect(await page.locator('textarea:focus').inputValue()).toBe('Length first')
  expect(complaints).toEqual([])
})

const FIRST_BYTES_MAX = 115_000

test('sign-in and dashboard load only the code they need', async () => {
  const { server } = await fresh()
  const bytesOf = async (path: string, heading: string, open?: (page: Page) => Promise<unknown>) => {
    await using visit = await visitor()
    const { page } = visit
    await open?.(page)
    // Code that is fetched in advance, after two seconds, doesn't count.
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1_000)
    const readBytes = countScriptBytes(page)
    await page.goto(server.url + path, { waitUntil: 'networkidle' })
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    return readBytes()
  }
  const sizes = [
    await bytesOf('/admin/login', 'Admin Sign In'),
    await bytesOf('/admin/dashboard', 'Dashboard', (page) => signIn(page, server, 'ada', '/robots.txt')),
  ]
  for (const bytes of sizes) {
    expect(bytes).toBeGreaterThan(90_000)
    expect(bytes).toBeLessThanOrEqual(FIRST_BYTES_MAX)
  }
})

test('every admin screen has no accessibility violations', async () => {
  const { server, page, complaints } = await fresh()
  await callApi(server, 'POST', '/api/contact', {
    name: 'Grace',
    email: 'grace@example.com',
    subject: 'Thanks',
    message: 'It works.',
  })
  const check = async (screen: string) =>
    expect({ screen, violations: await violationsOnScreens(page) }).toEqual({ screen, violations: [] })
  await page.goto(`${server.url}/admin/dashboard`)
  await page.getByRole('link', { name: 'Thanks' }).waitFor()
  await check('overview')
  await page.goto(`${server.url}/admin/dashboard?tab=metrics`)
  await page.getByText('Detailed metrics coming soon').waitFor()
  await check('metrics')
  await page.goto(`${server.url}/admin/dashboard?tab=users`)
  await page.getByRole('button', { name: 'Add User' }).click()
  await page.getByRole('dialog').waitFor()
  await check('new user')
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${server.url}/admin/login`)
  await page.getByRole('button', { name: 'Sign In' }).waitFor()
  await check('sign-in')
  expect(complaints).toEqual([])
})

test('statistics appear as charts and as a table after the first full day', async () => {
  const { server, page, complaints } = await fresh()
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  using database = openDatabase(server)
  database.run(
    `INSERT INTO daily_counts (day, name, detail, count) VALUES
       (?1, 'page_view', '/', 4321), (?1, 'unique_visitors', '', 77), (?1, 'password_checked', '90', 5)`,
    [day],
  )
  await page.goto(`${server.url}/admin/dashboard`)
  await sidebar(page).getByRole('link', { name: 'Site Metrics' }).click()
  await page.getByRole('slider', { name: 'Page views by day' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.getByText(/: 4,321 views$/).waitFor()
  await page.getByRole('switch', { name: 'Show as table' }).check()
  const shown = new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  await page.getByRole('row', { name: new RegExp(`^${shown} 4,321 77 0 5`) }).waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect(await Bun.file(await (await saved).path()).text()).toContain(`"${day}",4321,77,0,5`)
  expect(complaints).toEqual([])
})
