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
import { giveToOwnerOf, syncFile, syncFolder } from '#src/lib/durable.ts'
import { lockBackups } from './attempt.ts'
import { type Former, keepFormer, sealFormer } from './former.ts'

type Plan = {
  /** The backup, a file that no server works on. */
  source: string
  dataFolder: string
  /** Who does it, for the audit log. */
  by: Actor
  now: () => Date
  free?: FreeBytes
}

export type Restored = {
  facts: DatabaseFacts
  /** What was there before, and is kept. */
  former: Former | null
}

/** Reads all of a backup. Throws StartError when it is none, is damaged, or is from a newer release. */
export async function checkBackup(source: string): Promise<DatabaseFacts> {
  const facts = await verifyDatabase(source)
  const newest = MIGRATIONS.at(-1)?.id ?? 0
  if (facts.version <= newest) return facts
  throw new StartError(
    `${source} is from a newer release (version ${facts.version}, this one knows ${newest}). Restore it with that release.`,
  )
}

/**
 * Puts a backup in the place of a data folder's database, step by step: each step's name comes when it is done. Ended
 * between or within any two, however rudely, it leaves the old database or the new one, never a mix. What follows from
 * LEFT_OUT in copy.ts: everyone is signed out, and the server makes itself a new key to sign with.
 */
export async function* restoreSteps({
  source,
  dataFolder,
  by,
  now,
  free,
}: Plan): AsyncGenerator<string, Restored> {
  makeFolder(dataFolder)
  using undo = new DisposableStack()
  undo.defer(lockFolder(dataFolder))
  const unlockBackups = lockBackups(dataFolder)
  if (!unlockBackups) throw new StartError('A backup is running. Please try again when it is done.')
  undo.defer(unlockBackups)
  giveToOwnerOf(dataFolder, join(dataFolder, 'passwright.lock'))
  yield 'locked'

  const path = join(dataFolder, DATABASE_FILE)
  const staged = join(dataFolder, STAGED_FILE)
  removeStaged(dataFolder)
  undo.defer(() => removeStaged(dataFolder))
  const facts = await checkBackup(source)
  // The copy that becomes the database, and the one that is kept of what is there now.
  requireSpace(dataFolder, bytesOf(source) + bytesOf(path), free)
  await copyDatabase(source, staged, { isAtRest: true })
  yield 'staged'

  await bringUpToDate(staged, { by, subject: basename(source), now })
  giveToOwnerOf(dataFolder, staged)
  yield 'brought up to date'

  const former = await keepFormer(dataFolder, path, now())
  yield 'former database kept'

  const { release } = sealFormer(path, former)
  undo.defer(release)
  syncFolder(dataFolder)
  yield 'former database sealed'

  renameSync(staged, path)
  yield 'swapped'

  syncFolder(dataFolder)
  return { facts, former }
}

const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Leaves the file complete in itself and on the disk. */
async function bringUpToDate(
  path: string,
  { by, subject, now }: { by: Actor; subject: string; now: () => Date },
): Promise<void> {
  const engine = openEmbedded(path)
  try {
    await migrate(engine, { now })
    await recordAudit(createDatabase(engine), by, { action: 'database_restored', subject }, now())
  } finally {
    await engine.close()
  }
  const sqlite = new Sqlite(path, { readwrite: true, create: false })
  sqlite.run('PRAGMA journal_mode = DELETE')
  sqlite.close(true)
  syncFile(path)
}
