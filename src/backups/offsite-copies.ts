import { join } from 'node:path'
import type { Actor } from '#domain/audit.ts'
import type { Backup } from '#domain/backups.ts'
import type { Log } from '#src/log.ts'
import { sendInWorker } from './copy-in-worker.ts'
import { isAhead } from './folder.ts'
import { type OffsitePlace, type OffsiteSettings, offsiteName, offsitePlaces } from './offsite.ts'
import { endedBackup, startedBackup } from './record.ts'

type Options = {
  folder: string
  settings: OffsiteSettings
  /** Newest first. */
  list(): Backup[]
  by: Actor
  record(backup: Backup, by: Actor): Promise<void>
  now: () => Date
  log: Log
}

/** Copies daily backups to the places elsewhere. */
export function createOffsiteCopies({ folder, settings, list, by, record, now, log }: Options) {
  const places = offsitePlaces(settings)
  /** Failures are retried every hour, but recorded once. */
  const recorded = new Set<string>()
  let all: Promise<void> | null = null
  let running: { backup: Backup; cancel(): void } | null = null
  let isStopped = false

  async function sendAll(): Promise<void> {
    const known = list()
    const last = known.find(
      (backup) =>
        backup.kind === 'daily' && backup.isHere && backup.status === 'done' && !isAhead(backup, now()),
    )
    const sent = new Set(known.map(({ name }) => name))
    for (const place of places) {
      const name = last?.name ? offsiteName(settings, place, last.name) : null
      if (last?.name && name !== null && !sent.has(name) && !isStopped)
        await send(join(folder, last.name), place, name)
    }
  }

  async function send(source: string, place: OffsitePlace, name: string): Promise<void> {
    const begun = startedBackup({ kind: 'daily', by: by.name, at: now(), name, isHere: false })
    const { outcome, cancel } = sendInWorker({ source, place, settings, now: now() })
    running = { backup: begun, cancel: () => cancel('The server was stopped.') }
    const result = await outcome.finally(() => {
      running = null
    })
    // The next start sends it again.
    if (isStopped) return log.warn('backup not copied: the server was stopped', { to: name })
    if ('failure' in result)
      return await recordFailure(begun, name, `Not copied to ${name}: ${result.failure}`)
    await record(endedBackup(begun, now(), result), by)
    if (result.pruneFailure !== null)
      await recordFailure(
        begun,
        name,
        `Old backups could not be deleted beside ${name}: ${result.pruneFailure}`,
      )
  }

  async function recordFailure(begun: Backup, name: string, failure: string): Promise<void> {
    if (recorded.has(name)) return log.error('backup not copied', new Error(failure))
    recorded.add(name)
    await record(endedBackup(begun, now(), { failure }), by)
  }

  return {
    /** Sends the last daily backup to each place that doesn't have it yet. Never rejects. */
    send: (): Promise<void> => {
      if (places.length === 0 || isStopped) return Promise.resolve()
      all ??= sendAll()
        .catch((error) => log.error('failed to copy a backup', error))
        .finally(() => {
          all = null
        })
      return all
    },
    running: (): Backup | null => running?.backup ?? null,
    ended: async () => {
      await all
    },
    stop: () => {
      isStopped = true
      running?.cancel()
    },
  }
}
