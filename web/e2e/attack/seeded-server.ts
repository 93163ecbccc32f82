import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#src/db/database.ts'
import { openDatabase } from '#src/db/open.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'

type Options = {
  flags?: string[]
  env?: Record<string, string>
  /** Fills the migrated database before the server opens it. */
  seed: (db: Database) => Promise<unknown>
}

/** Starts the executable on a seeded database: faster than the API, without rate limits. */
export async function startSeeded({ flags = [], env = {}, seed }: Options): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'passwright-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const opened = await openDatabase({ dataDir: join(folder, 'data'), now: () => new Date() })
    await seed(opened.db)
    await opened.close()
    const server = await startServer({ flags, env, folder })
    const stop = server[Symbol.asyncDispose]
    return {
      ...server,
      [Symbol.asyncDispose]: async () => {
        await stop()
        remove()
      },
    }
  } catch (error) {
    remove()
    throw error
  }
}
