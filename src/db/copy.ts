import { Database as Sqlite } from 'bun:sqlite'
import { chmodSync, renameSync, rmSync } from 'node:fs'

/**
 * Writes a consistent copy of the database file `source` to `target`, readable by its owner alone, also while a server
 * writes. Today's visitor hashes and their key stay out of it: a copy must not outlive their midnight.
 */
export function copyDatabase(source: string, target: string): void {
  const unfinished = `${target}.unfinished`
  rmSync(unfinished, { force: true })

  const from = new Sqlite(source, { readwrite: true, create: false })
  try {
    from.run('PRAGMA busy_timeout = 5000')
    from.run('VACUUM INTO ?', [unfinished])
  } finally {
    from.close()
  }
  chmodSync(unfinished, 0o600)

  const copy = new Sqlite(unfinished, { readwrite: true, create: false })
  try {
    copy.run('PRAGMA secure_delete = ON')
    copy.run('DELETE FROM visitors')
    copy.run('DELETE FROM visitor_salts')
  } finally {
    copy.close(true)
  }
  renameSync(unfinished, target)
}
