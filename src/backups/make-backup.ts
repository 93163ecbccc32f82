import { rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Backup } from '#domain/backups.ts'
import type { DatabaseFacts } from '#src/db/verify.ts'
import { chunksOf } from '#src/lib/stored-stream.ts'
import type { Log } from '#src/log.ts'
import type { CopyOutcome } from './copy-worker.ts'
import { failureMessage } from './failure-message.ts'
import { deleteOldDaily } from './folder.ts'
import { attempt } from './outcomes.ts'
import { endedBackup } from './record.ts'

/** `file` is written first; with `send` it is uploaded and deleted. */
export type Target = {
  name: string
  /** In the backup folder. */
  isHere: boolean
  file: string
  send?: (body: ReadableStream<Uint8Array>, bytes: number) => Promise<void>
}

type Plan = {
  begun: Backup
  target: Target
  /** Of a copy to the target's file that has begun. */
  outcome: Promise<CopyOutcome>
  /** Of daily backups in the folder. */
  keep: number
  record(backup: Backup): Promise<void>
  /** Before an upload, and at the end. */
  release(): void
  now: () => Date
  log: Log
  giveToOwner(file: string): void
}

export type Ended = { backup: Backup; facts: DatabaseFacts | null }

/** Completes and records a backup, in a backup folder that is locked until `release`. */
export async function makeBackup(plan: Plan): Promise<Ended> {
  const { begun, target, outcome, keep, record, release, now, log, giveToOwner } = plan
  const { isHere, file } = target
  try {
    const copied = await outcome
    const result = 'facts' in copied && target.send ? await upload(target, copied, release) : copied
    if ('failure' in result || !isHere) return await end(result)
    // The copy is good: later failures are only logged.
    await attempt(log, 'failed to change the owner of a backup', () => giveToOwner(file))
    const ended = await end(result)
    if (begun.kind === 'daily')
      await attempt(log, 'failed to delete old backups', () => deleteOldDaily(dirname(file), keep, now()))
    return ended
  } finally {
    release()
  }

  async function end(result: CopyOutcome): Promise<Ended> {
    const backup = endedBackup(begun, now(), result)
    await record(backup)
    return { backup, facts: 'facts' in result ? result.facts : null }
  }
}

async function upload(
  { file, send }: Target,
  copied: { bytes: number; facts: DatabaseFacts },
  release: () => void,
): Promise<CopyOutcome> {
  try {
    await using opened = await open(file).finally(() => rmSync(file, { force: true }))
    // The file is unlinked but still open: it leaves no trace, and the server may start its own backup.
    release()
    await send?.(chunksOf(opened), copied.bytes)
    return copied
  } catch (error) {
    return { failure: failureMessage(error) }
  }
}
