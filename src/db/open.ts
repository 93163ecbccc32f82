import { constants, SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { accessSync, chmodSync, existsSync, mkdirSync, constants as modes, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartError } from '#src/errors.ts'
import { copyDatabase } from './copy.ts'
import { createDatabase, type Database } from './database.ts'
import { APPLICATION_ID, openEmbedded } from './embedded.ts'
import type { Engine } from './engine.ts'
import { lockFolder } from './lock.ts'
import { migrate, readVersion, refuseNewer } from './migrate.ts'
import { openRemote } from './remote.ts'

export const DATABASE_FILE = 'passwright.db'

export type OpenDatabase = {
  db: Database
  /** Where the data is, for people. */
  place: string
  close(): Promise<void>
}

type Options = {
  dataDir: string
  databaseUrl?: string | undefined
  databaseAuthToken?: string | undefined
  now: () => Date
}

/**
 * Opens the database that the settings name, brought up to date. Throws StartError when the data folder can't be
 * written or is held by another server, or the database isn't ours or is from a newer release; nothing is changed then.
 */
export async function openDatabase(options: Options): Promise<OpenDatabase> {
  return options.databaseUrl
    ? openServer(options.databaseUrl, options)
    : openFolder(resolve(options.dataDir), options)
}

async function openServer(url: string, { databaseAuthToken, now }: Options): Promise<OpenDatabase> {
  const engine = openRemote(url, databaseAuthToken)
  const place = new URL(url).host
  try {
    await migrate(engine, { now })
  } catch (error) {
    await engine.close()
    if (error instanceof StartError) throw error
    throw new StartError(`The database server at ${place} can't be used.`, { cause: error })
  }
  return { db: createDatabase(engine), place, close: engine.close }
}

async function openFolder(folder: string, { now }: Options): Promise<OpenDatabase> {
  makeFolder(folder)
  const path = join(folder, DATABASE_FILE)
  if (existsSync(path) && statSync(path).size > 0) await inspect(path)

  const unlock = lockFolder(folder)
  let engine: Engine | undefined
  try {
    engine = openEmbedded(path)
    chmodSync(path, 0o600)
    await migrate(engine, {
      now,
      beforeChange: async (version) => copyDatabase(path, join(folder, `before-migration-${version}.db`)),
    })
  } catch (error) {
    await engine?.close()
    unlock()
    throw error
  }

  const opened = engine
  const close = async () => {
    await opened.close()
    unlock()
  }
  return { db: createDatabase(opened), place: folder, close }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, modes.W_OK | modes.X_OK)
    if (!statSync(folder).isDirectory()) throw new Error('not a folder')
  } catch (error) {
    throw new StartError(`The data folder ${folder} can't be written.`, { cause: error })
  }
}

/** Looks before anything is opened for writing: `immutable` leaves no trace beside the file. */
async function inspect(path: string): Promise<void> {
  const sqlite = new Sqlite(
    `${pathToFileURL(path)}?immutable=1`,
    constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI,
  )
  try {
    const mark = Number(sqlite.query('PRAGMA application_id').values()[0]?.[0])
    if (mark !== 0 && mark !== APPLICATION_ID)
      throw new StartError(`${path} is the database of another program.`)
    refuseNewer(await readVersion({ run: async ({ sql }) => sqlite.query(sql).values() }))
  } catch (error) {
    if (error instanceof SQLiteError && error.code === 'SQLITE_NOTADB') {
      throw new StartError(`${path} is not a database.`)
    }
    throw error
  } finally {
    sqlite.close()
  }
}
