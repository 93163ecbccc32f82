import { sql } from 'drizzle-orm'
import { DAILY_SCHEDULE } from '#domain/audit.ts'
import { backupName } from '#domain/backups.ts'
import { sealAudit } from '#src/audit/chain.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { FAILED_BACKUP } from './backups.ts'
import { createChance } from './chance.ts'
import { fillFigures } from './figures.ts'
import { messageEvents } from './messages.ts'
import { actorsOf, peopleEvents } from './people.ts'
import { packTexts } from './texts.ts' with { type: 'macro' }
import type { Texts } from './texts.ts'
import { type Event, hoursLater, lastNight, relive } from './timeline.ts'
import { uploadEvents } from './uploads.ts'
import { websiteEvents } from './websites.ts'
import { writingEvents } from './writing.ts'

const TEXTS: Texts = JSON.parse(new TextDecoder().decode(Bun.gunzipSync(Buffer.from(packTexts(), 'base64'))))

/** Whom the start names with their roles, and the one password of all. */
export const ACCOUNTS = TEXTS.people.slice(0, 3)

const SEED = 'passwright'
const BACKUPS = 20

type World = { db: Database; now: Date; timeZone: string; passwordHash: string }

/** Fills an empty database with two months of a site. Only dates and the password differ from one start to another. */
export async function fillDemo({ db, now, timeZone, passwordHash }: World): Promise<void> {
  // Nothing of it is to survive a power cut, and hundreds of commits would each wait for the disk.
  await db.run(sql`PRAGMA synchronous = OFF`)
  const chance = createChance(SEED)
  const actors = actorsOf(TEXTS.people)
  const world = { db, now, chance, actors }
  await relive([
    ...peopleEvents(TEXTS.people, { ...world, passwordHash }),
    ...writingEvents(TEXTS, world),
    ...messageEvents(TEXTS, world),
    ...uploadEvents(TEXTS, world),
    ...websiteEvents(TEXTS, world),
    ...backupEvents(db, now),
  ])
  await fillFigures(TEXTS, { db, now, timeZone, chance })
  // Otherwise hundreds of entries would be logged after the start.
  for await (const _ of sealAudit(db));
}

/** The nightly backups of a server that ran all the time; the last one is really there. */
function backupEvents(db: Database, now: Date): Event[] {
  return Array.from({ length: BACKUPS }, (_, index): Event => {
    const at = hoursLater(lastNight(now), -24 * index)
    const entry =
      index === FAILED_BACKUP.nightsAgo
        ? ({ action: 'backup_failed', detail: FAILED_BACKUP.failure } as const)
        : ({ action: 'backup_made', subject: backupName('daily', at), detail: '690 KB' } as const)
    return { at, happen: () => recordAudit(db, DAILY_SCHEDULE, entry, at) }
  })
}
