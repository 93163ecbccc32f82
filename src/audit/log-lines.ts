import { asc, gt } from 'drizzle-orm'
import type { Database, Queries } from '#src/db/database.ts'
import { auditEntries, auditProgress } from '#src/db/schema.ts'
import { yieldToEventLoop } from '#src/lib/yield-to-event-loop.ts'
import type { Log } from '#src/log.ts'

const BATCH_SIZE = 200

/**
 * Writes each entry to the server's log: shipped elsewhere, it reveals what was changed in the database. `logged` is for
 * further calls.
 */
export async function logAudit({ db, log }: { db: Database; log: Log }, logged = { upTo: 0 }): Promise<void> {
  // Looked for first: a transaction would block writers.
  while ((await selectNew(db).limit(1)).length > 0) {
    await logBatch(db, log, logged)
    await yieldToEventLoop()
  }
}

/** Logs before the commit: after a crash, a line may be written twice, but none is missing. */
const logBatch = (db: Database, log: Log, logged: { upTo: number }): Promise<void> =>
  db.transaction(async (tx) => {
    const entries = await selectNew(tx).limit(BATCH_SIZE)
    for (const { userId, subject, detail, address, actor, ...entry } of entries) {
      // The commit failed, as on a full disk.
      if (entry.id <= logged.upTo) continue
      logged.upTo = entry.id
      log.info('audit', {
        ...entry,
        actor: actor ?? undefined,
        userId: userId ?? undefined,
        subject: subject ?? undefined,
        detail: detail ?? undefined,
        address: address ?? undefined,
      })
    }
    const last = entries.at(-1)
    if (last) await tx.update(auditProgress).set({ loggedUpTo: last.id })
  })

const selectNew = (db: Queries) =>
  db
    .select()
    .from(auditEntries)
    .where(gt(auditEntries.id, db.select({ id: auditProgress.loggedUpTo }).from(auditProgress)))
    .orderBy(asc(auditEntries.id))
