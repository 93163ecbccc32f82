import { statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Actor } from '#domain/audit.ts'
import { copyDatabase, removeDatabase, unfinishedName } from '#src/db/copy.ts'
import { type DatabaseLocation, openSource, openTarget, showLocation } from '#src/db/copy-endpoints.ts'
import { copyTables, startCopy, withRepeatHint } from '#src/db/copy-tables.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { openFileSnapshot } from '#src/db/snapshot.ts'
import type { DatabaseFacts } from '#src/db/verify.ts'
import { StartError } from '#src/errors.ts'
import { type FreeBytes, requireSpace } from '#src/lib/disk-space.ts'
import { migrateAndSync } from './restore.ts'

type Progress = { now: () => Date; report: (line: string) => void }

/**
 * Writes a backup of a libSQL database to `target`, read in one transaction. Throws on any failure, and leaves no file
 * then.
 */
export async function backUpRemote(
  place: DatabaseLocation,
  target: string,
  { now, report }: Progress,
): Promise<DatabaseFacts> {
  const staged = `${unfinishedName(target)}.staged`
  removeDatabase(staged)
  const source = await openSource(place)
  let engine: Engine | undefined
  try {
    writeFileSync(staged, '', { mode: 0o600, flag: 'wx' })
    engine = openEmbedded(staged)
    refuseDifferent(await copyTables(source, await startCopy(engine, now), report), staged)
    await engine.close()
    engine = undefined
    return await copyDatabase(staged, target, { isAtRest: true })
  } finally {
    await engine?.close()
    removeDatabase(staged)
    await source.close()
  }
}

type Plan = Progress & {
  /** A verified backup file that isn't in use. */
  source: string
  place: DatabaseLocation
  /** For a migrated copy of the backup. */
  folder: string
  by: Actor
  /** Called once the target is known to be empty; throws to stop. */
  ask: () => Promise<void>
  keyFile: string
  resetsSecrets?: boolean
  free?: FreeBytes
}

/** Restores into an empty libSQL database, or continues an interrupted restore. Throws StartError. */
export async function restoreRemote({
  source,
  place,
  folder,
  by,
  ask,
  now,
  report,
  keyFile,
  resetsSecrets = false,
  free,
}: Plan): Promise<void> {
  const target = await openTarget(place)
  try {
    await ask()
    requireSpace(folder, statSync(source).size, free)
    const staged = join(folder, `${basename(source)}.staged`)
    await copyDatabase(source, staged, { isAtRest: true })
    await migrateAndSync(staged, { by, subject: basename(source), now, keyFile, resetsSecrets })
    const snapshot = await openFileSnapshot(staged)
    try {
      const begun = await startCopy(target, now)
      refuseDifferent(await withRepeatHint(copyTables(snapshot, begun, report)), showLocation(place))
    } finally {
      await snapshot.close()
    }
  } finally {
    await target.close()
  }
}

function refuseDifferent({ different }: { different: string[] }, place: string): void {
  if (different.length === 0) return
  throw new StartError(
    `The data at ${place} differs from the source in ${different.join(', ')}. Repeat the command.`,
  )
}
