import { Database as Sqlite } from 'bun:sqlite'
import { renameSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Actor } from '#domain/audit.ts'
import { recordAudit } from '#src/audit/store.ts'
import { copyDatabase } from '#src/db/copy.ts'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { lockFolder } from '#src/db/lock.ts'
import { MIGRATIONS, migrate } from '#src/db/migrate.ts'
import { DATABASE_FILE, makeFolder, removeStaged, STAGED_FILE } from '#src/db/open.ts'
import { type DatabaseFacts, verifyDatabase } from '#src/db/verify.ts'
import { StartError } from '#src/errors.ts'
import { type FreeBytes, requireSpace } from '#src/lib/disk-space.ts'
import { chownToFolderOwner, syncFile, syncFolder } from '#src/lib/durable-files.ts'
import { deleteSealed } from '#src/secrets/sealed.ts'
import { lockBackups } from './lock.ts'
import { keepReplaced, type ReplacedDatabase, sealReplaced } from './replaced-database.ts'

type Plan = {
  /** A backup file that isn't in use. */
  source: string
  dataFolder: string
  by: Actor
  now: () => Date
  /** Seals the secrets of a backup from an earlier release, which are in plain text. */
  keyFile: string
  /** Deletes the secrets, whose key is lost. */
  resetsSecrets?: boolean
  free?: FreeBytes
}

export type Restored = {
  facts: DatabaseFacts
  replaced: ReplacedDatabase | null
}

/** Reads the whole backup. Throws StartError if it is invalid, damaged or from a newer release. */
export async function checkBackup(source: string): Promise<DatabaseFacts> {
  const facts = await verifyDatabase(source)
  const newest = MIGRATIONS.at(-1)?.id ?? 0
  if (facts.version <= newest) return facts
  throw new StartError(
    `${source} is from a newer release (version ${facts.version}, this one supports ${newest}). Restore it with that release.`,
  )
}

/**
 * Replaces a data folder's database with a backup, and yields each step's name when done. Interrupted anywhere, it
 * leaves either the old or the new database. Backups contain no sessions or keys, so everyone must sign in again.
 */
export async function* restoreSteps({
  source,
  dataFolder,
  by,
  now,
  keyFile,
  resetsSecrets = false,
  free,
}: Plan): AsyncGenerator<string, Restored> {
  makeFolder(dataFolder)
  using undo = new DisposableStack()
  undo.defer(lockFolder(dataFolder))
  const unlockBackups = lockBackups(dataFolder)
  if (!unlockBackups) throw new StartError('A backup is running. Please try again when it is done.')
  undo.defer(unlockBackups)
  chownToFolderOwner(dataFolder, join(dataFolder, 'passwright.lock'))
  yield 'locked'

  const path = join(dataFolder, DATABASE_FILE)
  const staged = join(dataFolder, STAGED_FILE)
  removeStaged(dataFolder)
  undo.defer(() => removeStaged(dataFolder))
  const facts = await checkBackup(source)
  // For the restored copy and the kept one.
  requireSpace(dataFolder, bytesOf(source) + bytesOf(path), free)
  await copyDatabase(source, staged, { isAtRest: true })
  yield 'staged'

  await migrateAndSync(staged, { by, subject: basename(source), now, keyFile, resetsSecrets })
  chownToFolderOwner(dataFolder, staged)
  yield 'migrated'

  const replaced = await keepReplaced(dataFolder, path, now())
  yield 'replaced database kept'

  const { release } = sealReplaced(path, replaced)
  undo.defer(release)
  syncFolder(dataFolder)
  yield 'replaced database sealed'

  renameSync(staged, path)
  yield 'swapped'

  syncFolder(dataFolder)
  return { facts, replaced }
}

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Leaves the file complete, without a log, and synced to disk. */
export async function migrateAndSync(
  path: string,
  {
    by,
    subject,
    now,
    keyFile,
    resetsSecrets,
  }: { by: Actor; subject: string; now: () => Date; keyFile: string; resetsSecrets: boolean },
): Promise<void> {
  const engine = openEmbedded(path)
  try {
    await migrate(engine, { now, keyFile })
    const db = createDatabase(engine)
    if (resetsSecrets) await deleteSealed(db, now())
    await recordAudit(db, by, { action: 'database_restored', subject }, now())
  } finally {
    await engine.close()
  }
  const sqlite = new Sqlite(path, { readwrite: true, create: false })
  sqlite.run('PRAGMA journal_mode = DELETE')
  sqlite.close(true)
  syncFile(path)
}
