import { expect, test } from 'bun:test'
import type { Page, Route } from 'playwright-core'
import { callApi, fillSignIn, setUp, tokenOf } from './administration.ts'
import { type Server, startServer, visitor } from './harness.ts'

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('adminToken'))

/** A browser that keeps `token` opens the page. */
async function openWith(page: Page, token: string, url: string): Promise<void> {
  await page.addInitScript((kept) => {
    if (sessionStorage.getItem('isPrepared')) return
    sessionStorage.setItem('isPrepared', 'yes')
    localStorage.setItem('adminToken', kept)
  }, token)
  await page.goto(url)
}

/** Holds the requests to `path` back; `release` sends those held so far on their way and waits for their answers. */
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

async function endedToken(server: Server): Promise<string> {
  const token = await tokenOf(server, 'ada')
  await callApi(server, 'POST', '/api/admin/logout', {}, token)
  return token
}

test('a late 401 for an older token leaves the new session alone', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  const status = await hold(page, '/api/admin/status')
  await openWith(page, await endedToken(server), `${server.url}/admin/dashboard`)
  await status.first
  await page.waitForURL('**/admin/login')
  await fillSignIn(page, 'ada')
  await page.getByText("Today's Views").waitFor()
  const token = await storedToken(page)
  await status.release()
  await page.getByText("Today's Views").waitFor()
  expect(await storedToken(page)).toBe(token)
  expect(new URL(page.url()).pathname).toBe('/admin/dashboard')
})

test('a second 401 keeps the link to setup and the page to return to', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  const users = await hold(page, '/api/admin/users')
  const setup = await hold(page, '/api/admin/setup')
  await openWith(page, 'not.a.token', `${server.url}/admin/dashboard?tab=users`)
  await Promise.all([users.first, setup.first])
  await users.release()
  await setup.release()
  await page.getByRole('link', { name: 'Create the first one' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('adminReturnTo'))).toBe(
    '/admin/dashboard?tab=users',
  )
})
