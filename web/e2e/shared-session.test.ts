import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'

const ROOT = join(import.meta.dir, '../..')

const BROKEN = {
  'times out': `test('times out', async () => { await fresh(); await new Promise(() => undefined) }, 2_000)`,
  'kills the server': `test('kills the server', async () => {
    process.kill((await fresh()).server.pid, 'SIGKILL')
  })`,
  'crashes the page': `test('crashes the page', async () => {
    await (await fresh()).page.goto('chrome://crash').catch(() => undefined)
  })`,
}

const after = Object.entries(BROKEN).map(
  ([name, broken]) => `
    ${broken}
    test('works after the one that ${name}', async () => { expect(await used()).not.toBe(before) })
    test('shares again after the one that ${name}', async () => { before = await used(); expect(await used()).toBe(before) })`,
)

/** A file of tests that share a session; `used` returns the id of its server. */
const FILE = `
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
  ${after.join('')}`

test('a test that times out, kills the server or crashes the page costs those that share it nothing', async () => {
  using folder = temporaryFolder()
  const file = join(folder.path, 'shared.test.ts')
  await Bun.write(file, FILE)
  const { PASSWRIGHT_TEST_RECORD, ...env } = process.env
  const child = Bun.spawn([process.execPath, 'test', '--timeout=600000', file], {
    cwd: ROOT,
    env: { ...env, PASSWRIGHT_TEST_MS: '2000' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const output = await new Response(child.stderr).text()
  for (const name of Object.keys(BROKEN)) {
    expect(output).toContain(`(pass) works after the one that ${name}`)
    expect(output).toContain(`(pass) shares again after the one that ${name}`)
  }
})
