import { sql } from 'drizzle-orm'
import type { ContactStatus } from '#domain/contacts.ts'
import { COUNTED, type Counted, type Dashboard } from '#domain/statistics.ts'
import type { Database } from '#src/db/database.ts'
import { preparedFor } from '#src/db/prepared.ts'

/** The figures of `day`, which isn't over, and how many messages wait: one statement, as every open admin page asks. */
export async function readDashboard(db: Database, day: string): Promise<Dashboard> {
  const [row] = await queries(db).dashboard.all({ day })
  if (!row) throw new Error('the figures were not read')
  const { newContacts, heldBackContacts, ...todayStats } = row
  return { todayStats, newContacts, heldBackContacts }
}

const queries = preparedFor((db) => {
  const day = sql.placeholder('day')
  const text = (word: Counted | ContactStatus) => sql.raw(`'${word}'`)
  const total = (name: Counted) =>
    sql<number>`coalesce((SELECT total FROM daily_totals WHERE day = ${day} AND name = ${text(name)}), 0)`
  const contacts = (status: ContactStatus) =>
    sql<number>`(SELECT count(*) FROM contacts WHERE status = ${text(status)})`
  return {
    dashboard: db
      .select({
        pageViews: total(COUNTED.pageView),
        uniqueVisitors: sql<number>`${total(COUNTED.uniqueVisitors)}
          + coalesce((SELECT total FROM visitor_totals WHERE day = ${day}), 0)`,
        passwordsGenerated: total(COUNTED.passwordGenerated),
        passwordsChecked: total(COUNTED.passwordChecked),
        newContacts: contacts('new'),
        heldBackContacts: contacts('held_back'),
      })
      .from(sql`(SELECT 1)`)
      .prepare(),
  }
})
