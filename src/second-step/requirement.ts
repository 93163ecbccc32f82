import { and, eq, exists, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Queries } from '#src/db/database.ts'
import { serverFacts, totpSecrets } from '#src/db/schema.ts'
import { conflict } from '#src/errors.ts'

export const REQUIRED = 'second_step_required'

export const isRequiredSql = sql`EXISTS (SELECT 1 FROM server_facts WHERE name = ${REQUIRED})`

export const isSecondStepRequired = async (db: Queries): Promise<boolean> =>
  (await db.$count(serverFacts, eq(serverFacts.name, REQUIRED))) > 0

export const isAppConfirmed = async (db: Queries, userId: number): Promise<boolean> =>
  (await db.$count(totpSecrets, isConfirmedOf(userId))) > 0

export const lastStep = () =>
  conflict('This site requires a second step: add another one before you remove this.')

export const isConfirmedOf = (userId: number | SQLiteColumn) =>
  and(eq(totpSecrets.userId, userId), eq(totpSecrets.isConfirmed, true))

export const hasConfirmedApp = (db: Queries, userId: number | SQLiteColumn): SQL =>
  exists(db.select({ id: totpSecrets.userId }).from(totpSecrets).where(isConfirmedOf(userId)))

/** Without SITE_URL, passkeys work on localhost and all its subdomains. */
export const domainOf = (rpId: SQLWrapper) => sql`iif(${rpId} LIKE '%.localhost', 'localhost', ${rpId})`

/** `domain` is that of `configuredDomain`. */
export const worksFor = (domain: string | null | undefined, rpId: SQLWrapper): SQL =>
  domain === undefined ? eq(domainOf(rpId), 'localhost') : eq(rpId, domain ?? '')
