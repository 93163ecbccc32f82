import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { join } from 'node:path'
import { seededBytes } from '#src/testing/random-input.ts'
import { until } from '#src/testing/time-limits.ts'
import { callApi } from '#web/e2e/administration.ts'
import type { Server } from '#web/e2e/harness.ts'

export type Acknowledged = { events: number; titles: string[] }

export const countOf = ({ events, titles }: Acknowledged): number => events + titles.length

export async function untilMore(acknowledged: Acknowledged, more: number): Promise<void> {
  const enough = countOf(acknowledged) + more
  await until(`${more} more writes are acknowledged`, () => countOf(acknowledged) >= enough)
}

const CLIENTS = 8
const BROWSER = { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 Firefox/140.0' }

/** Lets each request simulate its own address, to avoid rate limits. */
export const MANY_ADDRESSES = ['--trust-proxy', '127.0.0.1']

let calls = 0
function fromElsewhere(): Record<string, string> {
  calls += 1
  return { 'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}` }
}

/** Returns numbers from 1 up to 2. */
export function randomFactors(): () => number {
  const fill = seededBytes()
  return () => {
    const bytes = new Uint8Array(1)
    fill(bytes)
    return 1 + (bytes[0] ?? 0) / 256
  }
}

type Writing = { isOver?: () => boolean; onRefusal?: () => void }

/** Writes posts and events on many connections until `isOver` or the server exits, and records acknowledged writes. */
export async function keepWriting(
  server: Server,
  token: string,
  acknowledged: Acknowledged,
  { isOver = () => false, onRefusal = () => undefined }: Writing = {},
): Promise<{ refused: number }> {
  let refused = 0
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...BROWSER, ...fromElsewhere(), ...headers },
    }
    const { status } = await fetch(`${server.url}${path}`, init)
    if (status >= 300) {
      refused += 1
      onRefusal()
    }
    return status
  }
  const writePost = async () => {
    const title = `Post ${crypto.randomUUID()}`
    const status = await post(
      '/api/admin/blog/posts',
      { title, content: 'x'.repeat(500) },
      { authorization: `Bearer ${token}` },
    )
    if (status === 201) acknowledged.titles.push(title)
  }
  const countEvent = async () => {
    if ((await post('/api/track/password-generated', { type: 'single' })) === 200) acknowledged.events += 1
  }
  const client = async (number: number) => {
    try {
      while (!isOver()) await (number % 2 === 0 ? writePost() : countEvent())
    } catch (error) {
      expect(error).toBeInstanceOf(Error)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)))
  return { refused }
}

/** Number of acknowledged writes missing from the database. Fails if it is corrupt. */
export function countLost(folder: string, { events, titles }: Acknowledged): number {
  const sqlite = new Database(join(folder, 'data', 'passwright.db'), { readonly: true })
  try {
    expect(sqlite.query('PRAGMA integrity_check').values()).toEqual([['ok']])
    const counted = sqlite
      .query("SELECT coalesce(sum(count), 0) FROM daily_counts WHERE name LIKE 'password%'")
      .values()
    const kept = new Set(sqlite.query('SELECT title FROM posts').values().flat())
    return Math.max(0, events - Number(counted[0]?.[0])) + titles.filter((title) => !kept.has(title)).length
  } finally {
    sqlite.close()
  }
}

/** Creates the first administrator of a server that trusts a proxy, and returns a token. */
export async function setUpBehindProxy(server: Server): Promise<string> {
  const code = /#code=(\w+)/.exec(server.output())?.[1]
  const account = { username: 'ada', email: 'ada@example.com', password: 'an owl in the attic' }
  await callApi(server, 'POST', '/api/admin/setup', { ...account, code })
  const { body } = await callApi(server, 'POST', '/api/admin/login', account)
  return body.token
}
