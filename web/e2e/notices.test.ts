import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { NOTICES_PATH, SOME_REFUSED } from '#domain/notices.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { isPostfixAvailable, startPostfix } from '#src/testing/postfix.ts'
import { until } from '#src/testing/time-limits.ts'
import { violations } from './accessibility-violations.ts'
import { callApi, fillSignIn, openSignedIn, startSetUp, toast } from './administration.ts'
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

test.skipIf(!isPostfixAvailable)('Postfix with a self-signed certificate must be trusted', async () => {
  using folder = temporaryFolder()
  await using postfix = await startPostfix(folder.path)
  const failureOf = async (env: Record<string, string>) => {
    const NOTIFY_EMAIL = 'ops@example.com,ada@example.com'
    await using server = await startSetUp({ env: { NOTIFY_EMAIL, SITE_NAME: 'Key & Co', ...env } })
    const test = await callApi(server, 'POST', `${NOTICES_PATH}/test`, undefined, server.login.token)
    const [{ failure }] = test.body
    const warnings = server
      .output()
      .split('\n')
      .filter((line) => line.includes('test notice not sent'))
    expect(warnings).toEqual(failure === null ? [] : [expect.stringContaining(failure)])
    return failure
  }
  const trusted = { NODE_EXTRA_CA_CERTS: join(folder.path, 'certificate') }
  const untrusted = 'The mail server offers no trusted encryption.'
  expect(await failureOf({ SMTP_URL: postfix.smtp })).toBe(untrusted)
  expect(await failureOf({ SMTP_URL: postfix.smtps })).toBe(untrusted)
  expect(await failureOf({ SMTP_URL: postfix.smtp, NOTIFY_EMAIL: 'eve@example.com', ...trusted })).toBe(
    'The mail server refused the message (550).',
  )
  expect(postfix.mails()).toEqual([])

  const someUnknown = 'ops@example.com,eve@example.com'
  expect(await failureOf({ SMTP_URL: postfix.smtp, NOTIFY_EMAIL: someUnknown, ...trusted })).toBe(
    SOME_REFUSED,
  )
  expect(await failureOf({ SMTP_URL: postfix.smtp, SMTP_TLS: 'optional' })).toBeNull()
  expect(await failureOf({ SMTP_URL: postfix.smtp, ...trusted })).toBeNull()
  expect(await failureOf({ SMTP_URL: postfix.smtps, ...trusted })).toBeNull()
  const mails = await until('Postfix delivers all emails', () => {
    const delivered = postfix.mails()
    return delivered.length >= 7 && delivered
  })
  expect(mails.length).toBe(7)
  for (const mail of mails) {
    expect(mail).toContain('\nSubject: [Key & Co] A test notice\n')
    expect(mail).toContain('\nFrom: "Key & Co" <ops@example.com>\n')
    expect(mail).toContain('\nAuto-Submitted: auto-generated\n')
    expect(mail).toContain('\n\nNotices arrive here.\n')
    expect(mail).toContain(' with ESMTPS id ')
  }
})
