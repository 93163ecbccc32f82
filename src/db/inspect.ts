import { existsSync, statSync } from 'node:fs'
import { StartError } from '#src/errors.ts'
import { APPLICATION_ID } from './embedded.ts'
import { readApplied, refuseNewer } from './migrate.ts'
import { peek, type Read } from './peek.ts'
import { fromStored } from './values.ts'

/**
 * Looks at a database file before anything is opened for writing, and leaves no trace beside it. Throws StartError when
 * it is no database, is another program's, or is from a newer release. A file that isn't there is fine.
 */
export async function inspect(path: string): Promise<void> {
  if (!existsSync(path)) return
  if (!statSync(path).isFile()) throw new StartError(`${path} is not a file.`)
  if (statSync(path).size === 0) return

  await peek(path, async (read) => {
    refuseOthers(path, read)
    refuseNewer(await readVersion(read))
  })
}

/** Throws StartError for the database of another program. */
export function refuseOthers(path: string, read: Read): void {
  const mark = Number(read('PRAGMA application_id')[0]?.[0])
  // Ours is marked before its first table is made; most programs never mark theirs.
  const isEmpty = read('SELECT 1 FROM sqlite_schema LIMIT 1').length === 0
  const isOurs = mark === APPLICATION_ID || (mark === 0 && isEmpty)
  if (!isOurs) throw new StartError(`${path} is the database of another program.`)
}

/** The number of the last change that a database has seen; 0 for an empty one. */
export async function readVersion(read: Read): Promise<number> {
  const applied = await readApplied({ run: async ({ sql }) => read(sql).map((row) => row.map(fromStored)) })
  return Math.max(0, ...applied)
}
