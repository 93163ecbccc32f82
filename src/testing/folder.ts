import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Folder = ReturnType<typeof temporaryFolder>

export function temporaryFolder() {
  const path = mkdtempSync(join(tmpdir(), 'passwright-'))
  return {
    path,
    /** Names, modes, times and content hashes, without the indexes of logs: SQLite makes them anew. */
    contents: () => contentsOf(path),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

function contentsOf(path: string) {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  const lasting = names.filter((name) => !name.endsWith('-shm')).sort()
  return lasting.map((name) => {
    const stat = statSync(join(path, name))
    return {
      name,
      mode: (stat.mode & 0o7777).toString(8),
      changedAt: stat.mtimeMs,
      hash: stat.isFile() ? Bun.hash(readFileSync(join(path, name))).toString(36) : null,
    }
  })
}
