import { expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { violations } from './accessibility-violations.ts'
import { callApi, fillSignIn, openSignedIn, signOut, startSetUp, toast } from './administration.ts'
import { type Server, startServer, visitor } from './harness.ts'

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('adminToken'))

/** Prevents aborts, so that a late response still arrives. */
async function openWith(page: Page, token: string, url: string): Promise<void> {
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem('isPrepared')) return
    sessionStorage.setItem('isPrepared', 'yes')
    localStorage.setItem('adminToken', kept)
  }, token)
  await page.addInitScript(() => {
    AbortController.prototype.abort = () => undefined
  })
  await page.goto(url)
}

/** Delays requests to `path`; `release` continues them and waits for the responses. */
async function hold(page: Page, path: string) {
  const held: Route[] = []
  let isHolding = true
  const first = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (!isHolding) return route.continue()
    held.push(route)
    first.resolve()
  })
  return {
    first: first.promise,
    release: async () => {
      isHolding = false
      const answers = held.map((route) =>
        page.waitForResponse((answer) => answer.request() === route.request()),
      )
      for (const route of held) await route.continue()
      for (const answer of answers) await (await answer).finished()
    },
  }
}

test('a late 401 for an old token does not end the new session', async () => {
  await using server = await startSetUp()
  await using visit = await visitor()
  const { page } = visit
  const status = await hold(page, '/api/admin/status')
  await callApi(server, 'POST', '/api/admin/logout', {}, server.login.token)
  await openWith(page, server.login.token, `${server.url}/admin/dashboard`)
  await status.first
  await page.waitForURL('**/admin/login')
  await fillSignIn(page, 'ada')
  await page.getByText("Today's Views").waitFor()
  const token = await storedToken(page)
  await status.release()
  await page.getByRole('link', { name: 'Admin Users' }).click()
  await page.getByRole('row').filter({ hasText: 'ada@example.com' }).waitFor()
  expect(await storedToken(page)).toBe(token)
})

test('a second 401 keeps the setup link and the return page', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  const figures = await hold(page, '/api/admin/dashboard')
  const setup = await hold(page, '/api/admin/setup')
  await openWith(page, 'not.a.token', `${server.url}/admin/dashboard?tab=users`)
  await Promise.all([figures.first, setup.first])
  await figures.release()
  await setup.release()
  await page.getByRole('link', { name: 'Create the first one' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('adminReturnTo'))).toBe(
    '/admin/dashboard?tab=users',
  )
})

const statusOf = async (server: Server, token: string | null) =>
  (await callApi(server, 'GET', '/api/admin/users', undefined, token ?? '')).status

test('a failed logout shows an error and can be retried', async () => {
  await using server = await startSetUp()
  await using visit = await visitor()
  const { page } = visit
  await openSignedIn(page, server)
  const token = await storedToken(page)
  await page.route('**/api/admin/logout', (route) => route.abort())
  await signOut(page)
  const failure = page.getByRole('alert').filter({ hasText: 'Your session has not ended on the server.' })
  await failure.filter({ hasText: 'The server did not respond.' }).waitFor()
  await page.waitForURL('**/admin/login')
  expect(await storedToken(page)).toBeNull()
  expect(await page.getByText('You have been successfully logged out.').count()).toBe(0)
  expect(await statusOf(server, token)).toBe(200)
  expect(await violations(page)).toEqual([])

  await page.unroute('**/api/admin/logout')
  await page.route('**/api/admin/logout', (route) =>
    route.fulfill({ status: 503, json: { message: 'Later.' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await failure.filter({ hasText: 'Later.' }).waitFor()
  await fillSignIn(page, 'ada')
  await page.getByText("Today's Views").waitFor()
  await failure.waitFor()
  // The welcome covers the button.
  await toast(page, 'Welcome').getByRole('button', { name: 'Close' }).click()

  await page.unroute('**/api/admin/logout')
  await page.getByRole('button', { name: 'Try again' }).click()
  await toast(page, 'You have been successfully logged out.').waitFor()
  await failure.waitFor({ state: 'detached' })
  expect(await statusOf(server, token)).toBe(401)
  expect(await statusOf(server, await storedToken(page))).toBe(200)
})

test('a slow logout shows no success before the response, which may say that the session has expired', async () => {
  await using server = await startSetUp()
  await using visit = await visitor()
  const { page } = visit
  await openSignedIn(page, server)
  const logout = await hold(page, '/api/admin/logout')
  await signOut(page)
  await page.getByText('Ending your session on the server...').waitFor()
  expect(await page.getByText('You have been successfully logged out.').count()).toBe(0)
  await fillSignIn(page, 'ada')
  await page.getByText("Today's Views").waitFor()
  const token = await storedToken(page)
  await logout.first
  await callApi(server, 'POST', '/api/admin/logout', {}, server.login.token)
  await logout.release()
  await toast(page, 'You have been successfully logged out.').waitFor()
  await page.getByText('Ending your session on the server...').waitFor({ state: 'detached' })
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await storedToken(page)).toBe(token)
})
