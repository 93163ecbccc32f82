import { expect, test } from 'bun:test'
import { violations } from './accessibility-violations.ts'
import { fillSignIn, openSignedIn, startSetUp, toast } from './administration.ts'
import { startServer, visitor } from './harness.ts'

const DEMO = 'Demo: everything here is made up and is deleted when the server stops'

test('the settings show the result of the last notice and can send a test', async () => {
  const posts: string[] = []
  let status = 500
  await using receiver = {
    server: Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: async (request) => {
        posts.push(await request.text())
        return new Response('', { status })
      },
    }),
    [Symbol.asyncDispose]: () => receiver.server.stop(true),
  }
  const host = `127.0.0.1:${receiver.server.port}`
  await using server = await startSetUp({
    env: { WEBHOOK_URL: `http://${host}/hook/s3cret`, WEBHOOK_ALLOW_PRIVATE: '1' },
  })
  await using visit = await visitor()
  const { page, complaints } = visit
  await openSignedIn(page, server, '/admin/settings')
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('Last notice: none yet').waitFor()

  await notices.getByRole('button', { name: 'Send a test notice' }).click()
  await notices.getByText('The webhook responded with HTTP 500.').waitFor()
  await toast(page, 'The test notice was not sent').waitFor()
  status = 204
  await notices.getByRole('button', { name: 'Send a test notice' }).click()
  await toast(page, 'Test notice sent').waitFor()
  await notices.getByText(/Last notice: (now|.* ago)/).waitFor()
  expect(await notices.getByText('HTTP 500').count()).toBe(0)
  expect(await notices.getByText(host).count()).toBe(1)
  expect(posts.map((post) => JSON.parse(post).title)).toEqual(['A test notice', 'A test notice'])
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
  expect(server.output()).not.toContain('s3cret')
})

test('a demo is labeled on every admin page, before and after sign-in', async () => {
  await using server = await startServer({ flags: ['--demo'] })
  await using visit = await visitor()
  const { page, complaints } = visit
  await page.goto(`${server.url}/admin/login`)
  await page.getByText(DEMO).waitFor()
  const password = /of them is (\w+)/.exec(server.output())?.[1] ?? ''
  await fillSignIn(page, 'dana', password)
  await page.waitForURL(/\/admin\/dashboard/)
  await page.getByText(DEMO).waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto(server.url)
  expect(await page.getByText(DEMO).count()).toBe(0)
  expect(complaints).toEqual([])
})
