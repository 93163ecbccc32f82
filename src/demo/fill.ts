import { sql } from 'drizzle-orm'
import { DAILY_SCHEDULE } from '#domain/audit.ts'
import { backupName } from '#domain/backups.ts'
import { lastAudit, recordAudit } from '#src/audit/store.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { auditProgress } from '#src/db/schema.ts'
import { analysisEvents } from './analyses.ts'
import { FAILED_BACKUP } from './backups.ts'
import { messageEvents } from './messages.ts'
import { contentEvents } from './posts-and-prompts.ts'
import { createSeededRandom } from './seeded-random.ts'
import { fillStatistics } from './statistics.ts'
import { packTexts } from './texts.ts' with { type: 'macro' }
import type { Texts } from './texts.ts'
import { type Event, hoursLater, lastBackupTime, runEvents } from './timeline.ts'
import { uploadEvents } from './uploads.ts'
import { actorsOf, userEvents } from './users.ts'

const TEXTS: Texts = JSON.parse(new TextDecoder().decode(Bun.gunzipSync(Buffer.from(packTexts(), 'base64'))))

/** The accounts printed at startup. All users have the same password. */
export const ACCOUNTS = TEXTS.users.slice(0, 3)

const SEED = 'passwright'
const BACKUP_ENTRIES = 20

type Demo = { db: KeyedDatabase; now: Date; timeZone: string; passwordHash: string }

/** Adds two months of data. Only dates and the password vary. */
export async function fillDemo({ db, now, timeZone, passwordHash }: Demo): Promise<void> {
  // A demo needs no durability, and each of hundreds of commits would wait for the disk.
  await db.run(sql`PRAGMA synchronous = OFF`)
  const random = createSeededRandom(SEED)
  const context = { db, now, random, actorNamed: actorsOf(TEXTS.users) }
  await runEvents([
    ...userEvents(TEXTS.users, { ...context, passwordHash }),
    ...contentEvents(TEXTS, context),
    ...messageEvents(TEXTS, context),
    ...uploadEvents(TEXTS, context),
    ...analysisEvents(TEXTS, context),
    ...backupEvents(db, now),
  ])
  await fillStatistics(TEXTS, { db, now, timeZone, random })
  // Otherwise the log would have hundreds of entries at startup.
  await db.update(auditProgress).set({ loggedUpTo: lastAudit })
}

function backupEvents(db: KeyedDatabase, now: Date): Event[] {
  return Array.from({ length: BACKUP_ENTRIES }, (_, index): Event => {
    const at = hoursLater(lastBackupTime(now), -24 * index)
    const entry =
      index === FAILED_BACKUP.nightsAgo
        ? ({ action: 'backup_failed', detail: FAILED_BACKUP.failure } as const)
        : ({ action: 'backup_made', subject: backupName('daily', at), detail: '690 KB' } as const)
    return { at, run: () => recordAudit(db, DAILY_SCHEDULE, entry, at) }
  })
}
