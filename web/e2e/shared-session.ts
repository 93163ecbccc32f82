import { afterAll } from 'bun:test'
import { openDatabase, setUp, signIn } from './administration.ts'
import { type Server, startServer, type Visit, visitor } from './harness.ts'

type Shared = { server: Server; token: string; visit: Visit; stored: Record<string, string> }

/**
 * A server, and a page signed in as ada, for all tests of a file. `fresh` empties the tables, the browser's storage and
 * the page. A test that ends its session, installs a clock or handles dialogs needs a page of its own.
 */
export function shareSession({ tables, env = {} }: { tables: string[]; env?: Record<string, string> }) {
  let shared: Promise<Shared> | undefined
  afterAll(async () => {
    if (shared === undefined) return
    const { server, visit } = await shared
    await visit[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })
  return async function fresh() {
    shared ??= start(env)
    const { server, token, visit, stored } = await shared
    const { page, complaints } = visit
    await page.unrouteAll()
    await page.goto(`${server.url}/robots.txt`)
    await page.evaluate((values) => {
      sessionStorage.clear()
      localStorage.clear()
      Object.assign(localStorage, values)
    }, stored)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ reducedMotion: null })
    complaints.length = 0
    empty(server, tables)
    return { server, token, page, complaints }
  }
}

async function start(env: Record<string, string>): Promise<Shared> {
  const server = await startServer({ env })
  const token = await setUp(server)
  const visit = await visitor()
  await signIn(visit.page, server, 'ada', '/robots.txt')
  return { server, token, visit, stored: await visit.page.evaluate(() => ({ ...localStorage })) }
}

/** Ids start from 1 again. */
function empty(server: Server, tables: string[]): void {
  using database = openDatabase(server)
  database.run('PRAGMA foreign_keys = ON')
  database.transaction(() => {
    for (const table of tables) {
      database.run(`DELETE FROM ${table}`)
      database.run('DELETE FROM sqlite_sequence WHERE name = ?', [table])
    }
  })()
}
