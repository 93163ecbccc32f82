import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Backup } from '#domain/backups.ts'

/** Beside the backups and not in the database: a restore must not forget what was tried after the backup. */
const HISTORY_FILE = 'history.jsonl'

const KEPT_LINES = 500

/** Writes down how a backup went, in the folder of backups. Throws what the system throws. */
export function noteBackup(folder: string, backup: Backup): void {
  const path = join(folder, HISTORY_FILE)
  // A line that a power cut has left unfinished must not swallow this one.
  appendFileSync(path, `\n${JSON.stringify(backup)}\n`, { mode: 0o600 })
  const lines = linesOf(path)
  if (lines.length < 2 * KEPT_LINES) return
  writeFileSync(`${path}.new`, `${lines.slice(-KEPT_LINES).join('\n')}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** How former backups went, oldest first. */
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
