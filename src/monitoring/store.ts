import { eq } from 'drizzle-orm'
import type { Database } from '#src/db/database.ts'
import { serverFacts } from '#src/db/schema.ts'

const PROXIED = 'proxied'

/** Persists whether a proxy was ever used. */
export const createProxyMemory = ({ db, now }: { db: Database; now: () => Date }) => ({
  wasProxied: async () => (await db.$count(serverFacts, eq(serverFacts.name, PROXIED))) > 0,
  recordProxied: async () => {
    await db.insert(serverFacts).values({ name: PROXIED, notedAt: now().toISOString() }).onConflictDoNothing()
  },
})
