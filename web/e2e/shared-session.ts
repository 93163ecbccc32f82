import { openDatabase, openSignedIn, renewSignIns, startSetUp } from './administration.ts'
import { BRIEF, responds, type Server, share, visitor } from './harness.ts'

/**
 * A server, and a page signed in as ada, for all tests of a file. `fresh` empties the tables, the browser's storage and
 * the page; after a test that timed out, killed the server or crashed the page, it starts new ones. A test that ends its
 * session, installs a clock or handles dialogs needs a page of its own.
 */
export function shareSession({ tables, env = {} }: { tables: string[]; env?: Record<string, string> }) {
  const shared = share(
    () => start(env),
    async ({ server, visit }) => (await responds(server)) && (await visit.works()),
  )
  return async function fresh() {
    const { server, token, visit, stored } = await shared()
    const { page, complaints } = visit
    await page.unrouteAll()
    await page.goto(`${server.url}/robots.txt`)
    await page.evaluate((values) => {
      sessionStorage.clear()
      localStorage.clear()
      Object.assign(localStorage, values)
    }, stored)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    complaints.length = 0
    empty(server, tables)
    renewSignIns(server)
    return { server, token, page, complaints }
  }
}

async function start(env: Record<string, string>) {
  const server = await startSetUp({ env: { ...BRIEF, ...env } })
  const visit = await visitor()
  await openSignedIn(visit.page, server, '/robots.txt')
  return {
    server,
    token: server.login.token,
    visit,
    stored: await visit.page.evaluate(() => ({ ...localStorage })),
    [Symbol.asyncDispose]: async () => {
      await visit[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
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
