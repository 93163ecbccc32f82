import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/database.ts'
import { serverFacts } from '#src/db/schema.ts'

const PROXIED = 'proxied'

/** Whether a server on this database was ever asked through a proxy: kept, so that a restart forgets nothing. */
export const createProxyMemory = ({ db, now }: { db: Database; now: () => Date }) => ({
  isNoted: async () => (await db.$count(serverFacts, eq(serverFacts.name, PROXIED))) > 0,
  note: async () => {
    await db.insert(serverFacts).values({ name: PROXIED, notedAt: now().toISOString() }).onConflictDoNothing()
  },
})
