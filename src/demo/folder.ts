import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from '#src/db/lock.ts'
import { StartError } from '#src/errors.ts'

const PREFIX = 'passwright-demo-'

/** A start takes its lock sooner than that. */
const STARTING_MS = 10_000

/** A folder for this user alone, deleted when it is disposed of. */
export function makeDemoFolder(parent: string): Disposable & { path: string } {
  const path = mkdtempSync(join(parent, PREFIX))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Deletes the folders of demos that ended without doing so. Those in use, and those of others, stay. */
export function deleteAbandoned(parent: string, now: Date): void {
  // -1 on Windows, where the folder for temporary files is each user's own.
  const { uid } = userInfo()
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(parent, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    const isOurs = uid < 0 || stat?.uid === uid
    if (!stat?.isDirectory() || !isOurs || now.getTime() - stat.mtimeMs < STARTING_MS) continue
    if (isInUse(path)) continue
    rmSync(path, { recursive: true, force: true })
  }
}

function isInUse(path: string): boolean {
  try {
    lockFolder(path)()
    return false
  } catch (error) {
    if (error instanceof StartError) return true
    throw error
  }
}
