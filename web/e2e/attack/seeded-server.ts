import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#src/db/database.ts'
import { openDatabase } from '#src/db/open.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'

type Seed = (db: Database) => Promise<unknown>

type Options = {
  flags?: string[]
  env?: Record<string, string>
  /** Fills the migrated database before the server opens it; runs once for all servers with the same function. */
  seed: Seed
}

const seeded = new Map<Seed, Promise<string>>()

/** Starts the executable on a seeded database: faster than the API, without rate limits. */
export async function startSeeded({ flags = [], env = {}, seed }: Options): Promise<Server> {
  const filled = seeded.get(seed) ?? fillFolder(seed)
  seeded.set(seed, filled)
  const folder = mkdtempSync(join(tmpdir(), 'passwright-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    cpSync(await filled, folder, { recursive: true })
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

async function fillFolder(seed: Seed): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'passwright-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  const opened = await openDatabase({ dataDir: join(folder, 'data'), now: () => new Date() })
  await seed(opened.db)
  await opened.close()
  return folder
}
