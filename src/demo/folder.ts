import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { lockFolder } from '#src/db/lock.ts'
import { StartError } from '#src/errors.ts'

const PREFIX = 'passwright-demo-'

/** A starting server locks its folder within this time. */
const STARTUP_MS = 10_000

/** Only the user can read the folder. Disposing deletes it. */
export function makeDemoFolder(parent: string): Disposable & { path: string } {
  const path = mkdtempSync(join(parent, PREFIX))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

/** Deletes folders of killed demos, except folders in use or of other users. */
export function deleteAbandonedFolders(parent: string, now: Date): void {
  // The uid is -1 on Windows, where each user has a temporary folder.
  const { uid } = userInfo()
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const path = join(parent, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    const isOwn = uid < 0 || stat?.uid === uid
    if (!stat?.isDirectory() || !isOwn || now.getTime() - stat.mtimeMs < STARTUP_MS) continue
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
