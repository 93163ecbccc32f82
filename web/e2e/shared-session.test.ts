import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'

const ROOT = join(import.meta.dir, '../..')

/** A file of tests that share a session; each prints the id of its server. */
const fileWith = (test: string) => `
  import { expect, test } from 'bun:test'
  import { shareSession } from '${ROOT}/web/e2e/shared-session.ts'
  const fresh = shareSession({ tables: [] })
  const used = async () => {
    const { page, server } = await fresh()
    await page.goto(server.url + '/admin/dashboard')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    return server.pid
  }
  let before = 0
  test('works', async () => { before = await used() })
  ${test}
  test('works after it', async () => { expect(await used()).not.toBe(before) })
  test('is shared again', async () => { before = await used(); expect(await used()).toBe(before) })`

test.each([
  ['times out', `test('hangs', async () => { await fresh(); await new Promise(() => undefined) }, 2_000)`],
  ['kills the server', `test('kills', async () => { process.kill((await fresh()).server.pid, 'SIGKILL') })`],
  [
    'crashes the page',
    `test('crashes', async () => {
       const { page } = await fresh()
       await page.goto('chrome://crash').catch(() => undefined)
     })`,
  ],
])('a test that %s costs the tests that share its server nothing', async (_, broken) => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'shared.test.ts')
  await Bun.write(file, fileWith(broken))
  const { PASSWRIGHT_TEST_RECORD, ...env } = process.env
  const child = Bun.spawn([process.execPath, 'test', '--timeout=600000', file], {
    cwd: ROOT,
    env: { ...env, PASSWRIGHT_TEST_MS: '2000' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output = await new Response(child.stderr).text()
  expect(output).toContain('(pass) works after it')
  expect(output).toContain('(pass) is shared again')
})
