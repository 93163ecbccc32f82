import pLimit from 'p-limit'
import type { Actor } from '#domain/audit.ts'
import type { UploadResponse } from '#domain/keywords.ts'
import type { Deps } from '#src/deps.ts'
import { rateLimited } from '#src/errors.ts'
import { deleteUpload, deleteUploads } from './store.ts'
import { receiveUpload, type Source } from './upload.ts'

const UPLOADS_MAX = 5
const RETRY_SECONDS = 10

/** Bodies arrive concurrently and database work takes turns in small pieces, so slow clients don't block others. */
export function createUploadQueue({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>) {
  const takeTurn = pLimit(1)
  /** For each running upload, the batches deleted since it began. */
  const runningUploads = new Set<Set<string>>()

  const discardFailed = (error: unknown) => log.error('failed to discard a part of an upload', error)

  /** Throws AppError rate_limited and the errors of receiveUpload. */
  async function receive(
    by: Actor,
    { body, signal, authorizeAgain }: Pick<Source, 'body' | 'signal' | 'authorizeAgain'>,
  ): Promise<UploadResponse> {
    if (runningUploads.size >= UPLOADS_MAX) throw rateLimited(RETRY_SECONDS)
    const deleted = new Set<string>()
    runningUploads.add(deleted)
    try {
      const isDeleted = (batch: string) => deleted.has(batch)
      const source = { body, signal, authorizeAgain, takeTurn, isDeleted, discardFailed }
      return await receiveUpload(db, by, source, now)
    } finally {
      runningUploads.delete(deleted)
    }
  }

  /** Also discards parts still arriving, because a client that cancels has just sent one. Throws AppError not_found. */
  function remove(by: Actor, batch: string): Promise<void> {
    for (const deleted of runningUploads) deleted.add(batch)
    return deleteUpload(db, by, batch, now(), takeTurn)
  }

  /** Ignores missing uploads. */
  async function removeAll(by: Actor, batches: string[]): Promise<void> {
    for (const deleted of runningUploads) for (const batch of batches) deleted.add(batch)
    await deleteUploads(db, by, batches, now(), takeTurn)
  }

  return { receive, remove, removeAll }
}
