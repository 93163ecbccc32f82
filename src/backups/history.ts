import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Backup } from '#domain/backups.ts'
import { chownToFolderOwner } from '#src/lib/durable-files.ts'
import { parseJson } from '#src/lib/parse-json.ts'

/** Outside the database, because a restore must not erase later history. */
const HISTORY_FILE = 'history.jsonl'

const LINES_MAX = 500

/** Throws file system errors. */
export function appendHistory(folder: string, backup: Backup): void {
  const path = join(folder, HISTORY_FILE)
  // Starts a new line, in case a power outage left an incomplete one.
  appendFileSync(path, `\n${JSON.stringify(backup)}\n`, { mode: 0o600 })
  chownToFolderOwner(folder, path)
  const lines = linesOf(path)
  if (lines.length < 2 * LINES_MAX) return
  writeFileSync(`${path}.new`, `${lines.slice(-LINES_MAX).join('\n')}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

export function readHistory(folder: string): Backup[] {
  return linesOf(join(folder, HISTORY_FILE)).flatMap((line) => {
    const { data } = Backup.safeParse(parseJson(line))
    return data ? [data] : []
  })
}

const linesOf = (path: string): string[] =>
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : []
