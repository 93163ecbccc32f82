import { constants, SQLiteError, Database as Sqlite } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { StartError } from '#src/errors.ts'
import { APPLICATION_ID } from './embedded.ts'
import { readApplied, refuseNewer } from './migrate.ts'

/**
 * Looks at a database file before anything is opened for writing, and leaves no trace beside it. Throws StartError when
 * it is no database, is another program's, or is from a newer release. A file that isn't there is fine.
 */
export async function inspect(path: string): Promise<void> {
  if (!existsSync(path)) return
  if (!statSync(path).isFile()) throw new StartError(`${path} is not a file.`)
  if (statSync(path).size === 0) return

  try {
    await readMarks(path)
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error
    if (error.code === 'SQLITE_NOTADB') throw new StartError(`${path} is not a database.`)
    throw new StartError(`${path} can't be read: ${error.message}.`, { cause: error })
  }
}

async function readMarks(path: string): Promise<void> {
  const sqlite = new Sqlite(
    `${pathToFileURL(path)}?${peekMode(path)}`,
    constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI,
  )
  try {
    const read = (sql: string) => sqlite.query(sql).values()
    const mark = Number(read('PRAGMA application_id')[0]?.[0])
    // Ours is marked before its first table is made; most programs never mark theirs.
    const isEmpty = read('SELECT 1 FROM sqlite_schema LIMIT 1').length === 0
    const isOurs = mark === APPLICATION_ID || (mark === 0 && isEmpty)
    if (!isOurs) throw new StartError(`${path} is the database of another program.`)
    refuseNewer(Math.max(0, ...(await readApplied({ run: async ({ sql }) => read(sql) }))))
  } finally {
    sqlite.close()
  }
}

/**
 * `immutable` touches nothing, but sees nothing of the log that a killed server left beside the file. That one is read
 * through the index that it left as well, which is then not written; without the index there is no way but to make it.
 */
function peekMode(path: string): string {
  if (!existsSync(`${path}-wal`)) return 'immutable=1'
  return existsSync(`${path}-shm`) ? 'mode=ro&readonly_shm=1' : 'mode=ro'
}
