import pLimit from 'p-limit'
import type { Actor } from '#domain/audit.ts'
import type { UploadAnswer } from '#domain/keywords.ts'
import type { Deps } from '#src/deps.ts'
import { rateLimited } from '#src/errors.ts'
import { deleteUpload, deleteUploads } from './store.ts'
import { receiveUpload, type Source } from './upload.ts'

/** How many calls may bring rows at once, and when one that is turned away may come again. */
const AT_ONCE = 5
const RETRY_SECONDS = 10

/**
 * Takes uploads and deletions beside each other: a call whose bytes are slow to come holds up no other one. What they
 * do to the database they do in turns, piece by piece, so that the server has time for everyone else.
 */
export function createIntake({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>) {
  const takeTurn = pLimit(1)
  /** For each call that is bringing rows, the uploads that were deleted since it began. */
  const underWay = new Set<Set<string>>()

  const discardFailed = (error: unknown) => log.error('part of an upload not discarded', error)

  /** Throws AppError rate_limited, and what `receiveUpload` throws. */
  async function receive(
    by: Actor,
    { body, signal }: Pick<Source, 'body' | 'signal'>,
  ): Promise<UploadAnswer> {
    if (underWay.size >= AT_ONCE) throw rateLimited(RETRY_SECONDS)
    const deleted = new Set<string>()
    underWay.add(deleted)
    try {
      const isDeleted = (batch: string) => deleted.has(batch)
      const source = { body, ...(signal && { signal }), takeTurn, isDeleted, discardFailed }
      return await receiveUpload(db, by, source, now)
    } finally {
      underWay.delete(deleted)
    }
  }

  /**
   * Deletes an upload, and sees to it that what is still coming of it is not stored: whoever gives up an upload has
   * just sent a part of it. Throws AppError not_found.
   */
  function remove(by: Actor, batch: string): Promise<void> {
    for (const deleted of underWay) deleted.add(batch)
    return deleteUpload(db, by, batch, now(), takeTurn)
  }

  /** The same for many: those that are not there are passed over. */
  async function removeAll(by: Actor, batches: string[]): Promise<void> {
    for (const deleted of underWay) for (const batch of batches) deleted.add(batch)
    await deleteUploads(db, by, batches, now(), takeTurn)
  }

  return { receive, remove, removeAll }
}
