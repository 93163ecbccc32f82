import { expect, test } from 'bun:test'
import { violationsOnScreens } from './accessibility-violations.ts'
import { addUser, fillSignIn, signIn } from './administration.ts'
import { visitor } from './harness.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: [] })

test('an administrator finds an endpoint in the API docs, sends a request and goes back', async () => {
  const { server } = await fresh()
  await using visit = await visitor()
  const { page, complaints } = visit
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url))
      elsewhere.push(request.url())
  })
  await page.goto(`${server.url}/api/docs`)
  await page.waitForURL(`${server.url}/admin/login`)
  await fillSignIn(page, 'ada')
  await page.getByRole('link', { name: 'API docs' }).click()
  await page.waitForURL(`${server.url}/api/docs`)
  await page.getByRole('heading', { name: 'API docs', level: 1 }).waitFor()

  await page.getByLabel('Search operations').fill('get users')
  await page.getByText('List administrators, oldest first by default').click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Status 200').waitFor()
  await page.getByRole('region', { name: 'Response' }).filter({ hasText: '"username": "ada"' }).waitFor()

  await page.getByLabel('Search operations').fill('put users')
  await page.getByRole('region', { name: 'Response' }).waitFor({ state: 'detached' })
  await page.getByText('Update an administrator').click()
  await page.getByLabel('id', { exact: false }).fill('1')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Status 400').waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL(/\/admin\/dashboard/)
  expect(elsewhere).toEqual([])
  expect(complaints.filter((text) => !text.includes('400 (Bad Request)'))).toEqual([])
})

test('a request that the role does not permit shows a message and is not sent', async () => {
  const { server, token } = await fresh()
  await addUser(server, token, 'moderator')
  await using visit = await visitor()
  const { page } = visit
  const methods: string[] = []
  page.on('request', (request) => methods.push(request.method()))
  await signIn(page, server, 'moderator', '/api/docs#deleteApiAdminContactsId')
  const send = page.getByRole('button', { name: 'Send request', description: 'Admins only' })
  await send.click({ force: true })
  await page.getByRole('tooltip', { name: 'Admins only' }).waitFor()
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  expect(await page.getByRole('region', { name: 'Response' }).count()).toBe(0)
  // Requests are reported in order.
  await page.evaluate(() => fetch('/robots.txt', { method: 'HEAD' }))
  expect(methods).toContain('HEAD')
  expect(methods).not.toContain('DELETE')
})

test('the API docs have no accessibility violations', async () => {
  const { server, page } = await fresh()
  await page.goto(`${server.url}/api/docs#postApiAdminBlogPosts`)
  await page.getByRole('button', { name: 'Send request' }).waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
})
