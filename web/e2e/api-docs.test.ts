import { expect, test } from 'bun:test'
import { violations } from './accessibility-violations.ts'
import { addUser, fillSignIn, setUp, signIn } from './administration.ts'
import { startServer, visitor } from './harness.ts'
import { TWO_SCREENS } from './screens.ts'

test('an administrator finds an endpoint in the API docs, sends a request and goes back', async () => {
  await using server = await startServer()
  await setUp(server)
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
  expect(await page.getByRole('region', { name: 'Response' }).textContent()).toContain('"username": "ada"')

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
  await using server = await startServer()
  await addUser(server, await setUp(server), 'moderator')
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'moderator', '/api/docs#deleteApiAdminContactsId')
  const send = page.getByRole('button', { name: 'Send request', description: 'Admins only' })
  await send.click({ force: true })
  await page.getByRole('tooltip', { name: 'Admins only' }).waitFor()
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  expect(await page.getByRole('region', { name: 'Response' }).count()).toBe(0)
})

test.each(TWO_SCREENS)(
  'the API docs have no accessibility violations in $theme at $width pixels',
  async (screen) => {
    const { theme, width, height } = screen
    await using server = await startServer()
    await setUp(server)
    await using visit = await visitor({ viewport: { width, height }, reducedMotion: 'reduce' })
    const { page } = visit
    await page.addInitScript(`localStorage.setItem('theme', '${theme}')`)
    await signIn(page, server, 'ada', '/api/docs#postApiAdminBlogPosts')
    await page.getByRole('button', { name: 'Send request' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  },
)
