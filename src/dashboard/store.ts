import { desc, eq, ne, sql } from 'drizzle-orm'
import type { ContactStatus } from '#domain/contacts.ts'
import { type DashboardOverview, OVERVIEW_ROWS } from '#domain/dashboard.ts'
import { COUNTERS, type CounterName, type Dashboard } from '#domain/statistics.ts'
import { countPending, isRequested } from '#src/analyses/store.ts'
import type { Database } from '#src/db/database.ts'
import { prepareOnce } from '#src/db/prepared-queries.ts'
import { analyses, contacts, posts } from '#src/db/schema.ts'

/** One statement, because every open admin page polls it. */
export async function readDashboard(db: Database, day: string): Promise<Dashboard> {
  const [row] = await queries(db).dashboard.all({ day })
  if (!row) throw new Error('the figures were not read')
  const { newContacts, heldBackContacts, ...todayStats } = row
  return { todayStats, newContacts, heldBackContacts }
}

/** Messages between consecutive times (ISO 8601, UTC). */
export async function countContactsWithin(db: Database, times: readonly string[]): Promise<number[]> {
  const spans = times.slice(1).map((end, at) => [times[at], end])
  const rows = await db.all<[number]>(sql`
    SELECT (SELECT count(*) FROM contacts
      WHERE created_at >= value ->> 0 AND created_at < value ->> 1 AND status <> 'held_back')
    FROM json_each(${JSON.stringify(spans)}) ORDER BY key`)
  return rows.map(([count]) => count)
}

export async function readNewest(
  db: Database,
): Promise<Pick<DashboardOverview, 'messages' | 'drafts' | 'analyses'>> {
  const isDraft = eq(posts.status, 'draft')
  const { id, name, subject, status, createdAt } = contacts
  const [messages, drafts, draftTotal, running, runningTotal] = await Promise.all([
    db
      .select({ id, name, subject, status, createdAt })
      .from(contacts)
      .where(ne(status, 'held_back'))
      .orderBy(desc(createdAt), desc(id))
      .limit(OVERVIEW_ROWS),
    db
      .select({ id: posts.id, title: posts.title, updatedAt: posts.updatedAt })
      .from(posts)
      .where(isDraft)
      .orderBy(desc(posts.createdAt), desc(posts.id))
      .limit(OVERVIEW_ROWS),
    db.$count(posts, isDraft),
    db
      .select({
        id: analyses.id,
        domain: analyses.domain,
        isRunning: sql<boolean>`${analyses.claim} IS NOT NULL`.mapWith(Boolean),
      })
      .from(analyses)
      .where(isRequested)
      .orderBy(desc(analyses.id))
      .limit(OVERVIEW_ROWS),
    countPending(db),
  ])
  return {
    messages,
    drafts: { total: draftTotal, newest: drafts },
    analyses: { total: runningTotal, newest: running },
  }
}

const queries = prepareOnce((db) => {
  const day = sql.placeholder('day')
  const text = (word: CounterName | ContactStatus) => sql.raw(`'${word}'`)
  const total = (name: CounterName) =>
    sql<number>`coalesce((SELECT total FROM daily_totals WHERE day = ${day} AND name = ${text(name)}), 0)`
  const waiting = (status: ContactStatus) =>
    sql<number>`(SELECT count(*) FROM contacts WHERE status = ${text(status)})`
  return {
    dashboard: db
      .select({
        pageViews: total(COUNTERS.pageView),
        uniqueVisitors: sql<number>`${total(COUNTERS.uniqueVisitors)}
          + coalesce((SELECT total FROM visitor_totals WHERE day = ${day}), 0)`,
        passwordsGenerated: total(COUNTERS.passwordGenerated),
        passwordsChecked: total(COUNTERS.passwordChecked),
        newContacts: waiting('new'),
        heldBackContacts: waiting('held_back'),
      })
      .from(sql`(SELECT 1)`)
      .prepare(),
  }
})
