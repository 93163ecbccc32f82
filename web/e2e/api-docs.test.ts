import { expect, test } from 'bun:test'
import { type Server, startServer, visitor } from './harness.ts'

const ADA = { username: 'ada', password: 'difference engine' }

const post = (server: Server, path: string, body: object) =>
  fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The token of the first administrator of a fresh server. */
async function firstToken(server: Server): Promise<string> {
  expect((await post(server, '/api/admin/setup', { ...ADA, email: 'ada@example.com' })).status).toBe(201)
  return (await (await post(server, '/api/admin/login', ADA)).json()).token
}

test('whoever is signed in reads what the API does, and can try it', async () => {
  await using server = await startServer()
  const token = await firstToken(server)
  await using visit = await visitor()
  const { page, complaints } = visit
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !request.url().startsWith('data:'))
      elsewhere.push(request.url())
  })
  await page.addInitScript((value) => localStorage.setItem('adminToken', value), token)
  const response = await page.goto(`${server.url}/api/docs`)
  expect(response?.headers()['content-security-policy']).toContain("script-src 'self';")
  await page.getByText('List the administrators').click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/admin/users'))
  await page.getByRole('button', { name: 'Execute' }).click()
  expect((await answered).status()).toBe(200)
  expect(complaints).toEqual([])
  expect(elsewhere).toEqual([])
})

test.each([null, 'an old token'])('with %p the description leads to the sign-in', async (token) => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/healthz`)
  if (token !== null) await page.evaluate((value) => localStorage.setItem('adminToken', value), token)
  await page.goto(`${server.url}/api/docs`)
  await page.waitForURL(`${server.url}/admin/login`)
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
})
