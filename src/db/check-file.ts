import { existsSync, statSync } from 'node:fs'
import { StartError } from '#src/errors.ts'
import { APPLICATION_ID } from './embedded.ts'
import { readApplied, refuseNewer } from './migrate.ts'
import { type Read, readDatabaseFile } from './read-file.ts'
import { fromStored } from './values.ts'

/** Throws StartError if the file isn't a database, or is another program's or a newer release's. Changes no data. */
export async function checkDatabaseFile(path: string): Promise<void> {
  if (!existsSync(path)) return
  if (!statSync(path).isFile()) throw new StartError(`${path} is not a file.`)
  if (statSync(path).size === 0) return

  await readDatabaseFile(path, async (read) => {
    refuseOtherPrograms(path, read)
    refuseNewer(await readVersion(read))
  })
}

export function refuseOtherPrograms(path: string, read: Read): void {
  const mark = Number(read('PRAGMA application_id')[0]?.[0])
  // Our application id is set before the first table is created; most programs never set theirs.
  const isEmpty = read('SELECT 1 FROM sqlite_schema LIMIT 1').length === 0
  const isOurs = mark === APPLICATION_ID || (mark === 0 && isEmpty)
  if (!isOurs) throw new StartError(`${path} is the database of another program.`)
}

export async function readVersion(read: Read): Promise<number> {
  const applied = await readApplied({ run: async ({ sql }) => read(sql).map((row) => row.map(fromStored)) })
  return Math.max(0, ...applied)
}
