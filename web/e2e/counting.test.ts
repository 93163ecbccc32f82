import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, startServer } from './harness.ts'

const AT_ONCE = 64
const BEHIND_PROXY = ['--trust-proxy', '127.0.0.1']

function emptyFolder() {
  const path = mkdtempSync(join(tmpdir(), 'passwright-counting-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Each from another visitor, because of the rate limit. Null without a response. */
async function track(server: Server, number: number): Promise<number | null> {
  const answer = fetch(`${server.url}/api/track/password-generated`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.0.${number % 200}.${(number >> 8) % 250}`,
    },
    body: '{"type":"single"}',
  })
  return answer.then(
    ({ status }) => status,
    () => null,
  )
}

/** At most `AT_ONCE` in parallel. */
async function forEachNumber(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

function countOf(folder: string, name: string): number {
  using sqlite = new Sqlite(join(folder, 'data/passwright.db'), { readonly: true })
  return Number(
    sqlite.query('SELECT coalesce(sum(count), 0) FROM daily_counts WHERE name = ?').values(name)[0]?.[0],
  )
}

test('a server stopped during events loses no acknowledged one', async () => {
  using folder = emptyFolder()
  const server = await startServer({ flags: BEHIND_PROXY, folder: folder.path })
  let answered = 0
  let end: Promise<number> | undefined
  await forEachNumber(2_000, async (number) => {
    if (end) return
    if ((await track(server, number)) === 200) answered += 1
    if (answered >= 1_000) end ??= server.stop('SIGTERM')
  })
  expect(await end).toBe(0)
  expect(countOf(folder.path, 'password_generated')).toBeWithin(answered, answered + AT_ONCE + 1)
})
