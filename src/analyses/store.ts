import { and, asc, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  type ANALYSIS_SORTS,
  type Analysis,
  type AnalysisDetails,
  type AnalysisKeyword,
  type AnalysisStats,
  type AnalysisStatus,
  domainOf,
} from '#domain/analyses.ts'
import type { Actor, AuditAction } from '#domain/audit.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { type KeysetPage, readPage as readListPage } from '#src/db/keyset.ts'
import { analyses, analysisKeywords } from '#src/db/schema.ts'
import { findIds } from '#src/db/search.ts'
import { isUniqueViolation } from '#src/db/unique-violation.ts'
import { conflict, notFound, unavailable } from '#src/errors.ts'

/** How many are worked on at once, and how many may wait for their turn. */
export const AT_ONCE = 2
export const WAITING_MAX = 50
const RETRY_SECONDS = 30

const DAY_MS = 86_400_000

/** The same moment on the next day: when a daily update comes. */
export const aDayAfter = (now: Date): string => new Date(now.getTime() + DAY_MS).toISOString()

/** Someone waits for a result. An older server that shares the database leaves out the time. */
export const isRequested = sql`(requested_at IS NOT NULL OR status = 'pending')`

const shown = {
  id: analyses.id,
  url: analyses.url,
  domain: analyses.domain,
  title: analyses.title,
  status: sql<AnalysisStatus>`iif(${analyses.requestedAt} IS NULL, ${analyses.status}, 'pending')`,
  totalKeywords: analyses.totalKeywords,
  totalHeadings: analyses.totalHeadings,
  wordCount: analyses.wordCount,
  autoUpdate: analyses.autoUpdate,
  nextUpdateScheduled: analyses.nextUpdateScheduled,
  errorMessage: analyses.errorMessage,
  metaDescription: analyses.metaDescription,
  createdAt: analyses.createdAt,
  analyzedAt: analyses.analyzedAt,
  failuresInARow: analyses.failuresInARow,
}

type Query = KeysetPage<(typeof ANALYSIS_SORTS)[number]> & {
  /** A canonical one. */
  url?: string | undefined
  /** Text that stands anywhere in an address or a title. */
  search?: string | undefined
  status?: AnalysisStatus | undefined
}

/** `total` counts all matches, not only this page. */
export async function listAnalyses(
  db: Database,
  { url, search, status, ...page }: Query,
  signal?: AbortSignal,
) {
  const where = and(url ? eq(analyses.url, url) : undefined, status && hasStatus(status))
  return readListPage(page, {
    id: analyses.id,
    sorts: {
      createdAt: analyses.id,
      domain: analyses.domain,
      totalKeywords: analyses.totalKeywords,
      analyzedAt: analyses.analyzedAt,
    },
    where,
    found: search ? await findIds(db, 'analyses', search, where, signal) : null,
    count: (where) => db.$count(analyses, where),
    read: ({ where, orderBy, limit, offset }) =>
      db
        .select(shown)
        .from(analyses)
        .where(where)
        .orderBy(...orderBy)
        .limit(limit)
        .offset(offset),
  })
}

const hasStatus = (status: AnalysisStatus): SQL =>
  status === 'pending' ? isRequested : sql`(NOT ${isRequested} AND status = ${status})`

export async function readStats(db: Database): Promise<AnalysisStats> {
  const groups = await db
    .select({
      status: analyses.status,
      analyses: count(),
      keywords: sql<number>`sum(${analyses.totalKeywords})`,
    })
    .from(analyses)
    .groupBy(analyses.status)
  const completed = groups.find(({ status }) => status === 'completed')
  return {
    totalAnalyses: groups.reduce((sum, group) => sum + group.analyses, 0),
    totalKeywords: completed?.keywords ?? 0,
    averageKeywords: completed ? Math.round(completed.keywords / completed.analyses) : 0,
  }
}

/** How many websites wait to be analyzed, or are at it. */
export const countPending = (db: Database): Promise<number> => db.$count(analyses, isRequested)

/** Throws AppError not_found. */
export async function findAnalysis(db: Database, id: number): Promise<Analysis> {
  const analysis = await db.select(shown).from(analyses).where(eq(analyses.id, id)).get()
  if (!analysis) throw notFound('Analysis')
  return analysis
}

/**
 * Puts an address (a canonical one) into the queue. Throws AppError conflict when it is there already, and unavailable
 * when too many others wait.
 */
export async function createAnalysis(db: Database, by: Actor, url: string, now: Date): Promise<Analysis> {
  const at = now.toISOString()
  const domain = domainOf(url)
  const about = { where: hasRoom }
  const [, [[id] = []]] = await refusingPending(() =>
    atomically(db, [
      insertAudit(db, by, { action: 'analysis_started', subject: domain, detail: url, about }, now),
      db.values<[number]>(sql`
        INSERT INTO analyses (url, domain, status, auto_update, created_at, requested_at)
        SELECT ${url}, ${domain}, 'pending', 0, ${at}, ${at} WHERE ${hasRoom}
        RETURNING id`),
    ]),
  )
  if (id === undefined) throw full()
  return findAnalysis(db, id)
}

/**
 * Puts an analysis that has a result into the queue again: the result stays until there is a new one. Throws AppError
 * not_found, conflict when its address is in the queue already, and unavailable when too many others wait.
 */
export async function analyzeAgain(db: Database, by: Actor, id: number, now: Date): Promise<Analysis> {
  const where = sql`id = ${id} AND NOT ${isRequested} AND ${hasRoom}`
  const [, [requested]] = await refusingPending(() =>
    atomically(db, [
      insertAudit(db, by, entryOf('analysis_started', where), now),
      db
        .update(analyses)
        .set({
          requestedAt: now.toISOString(),
          errorMessage: null,
          // Those of a daily update are not this one's, unless it is at work: then this waits for its result.
          attempts: sql`iif(claim IS NULL, 0, attempts)`,
        })
        .where(where)
        .returning(shown),
    ]),
  )
  if (requested) return requested
  const { status } = await findAnalysis(db, id)
  if (status === 'pending') throw pendingAlready()
  if ((await countPending(db)) >= MOST_PENDING) throw full()
  // What was in the way has just ended.
  return analyzeAgain(db, by, id, now)
}

/** The audit entry about the analyses that `where` means. */
export const entryOf = (action: AuditAction, where: SQL | undefined) => ({
  action,
  subject: analyses.domain,
  detail: analyses.url,
  about: { table: analyses, where },
})

const MOST_PENDING = AT_ONCE + WAITING_MAX
const hasRoom = sql`(SELECT count(*) FROM analyses WHERE ${isRequested}) < ${MOST_PENDING}`

const full = () =>
  unavailable(`${WAITING_MAX} websites are waiting to be analyzed already. Please try again later.`, {
    'retry-after': String(RETRY_SECONDS),
  })

const pendingAlready = () => conflict('This website is being analyzed already')

async function refusingPending<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, 'analyses.url')) throw pendingAlready()
    throw error
  }
}

/** Deletes an analysis with all that was found. Throws AppError not_found. */
export async function deleteAnalysis(db: Database, by: Actor, id: number, now: Date): Promise<void> {
  const deleted = await deleteAnalyses(db, by, [id], now)
  if (deleted === 0) throw notFound('Analysis')
}

/** In one transaction, with an audit entry for each. Answers how many there were. */
export async function deleteAnalyses(db: Database, by: Actor, ids: number[], now: Date): Promise<number> {
  const where = inArray(analyses.id, ids)
  const [, deleted] = await atomically(db, [
    insertAudit(db, by, entryOf('analysis_deleted', where), now),
    db.delete(analyses).where(where).returning({ id: analyses.id }),
  ])
  return deleted.length
}

/**
 * Switches the daily update on, from a day after `now`, or off. Switched on, earlier failures are forgotten. Throws
 * AppError not_found, or conflict for one that is not completed.
 */
export async function setAutoUpdate(
  db: Database,
  by: Actor,
  id: number,
  autoUpdate: boolean,
  now: Date,
): Promise<Analysis> {
  const next = autoUpdate
    ? { nextUpdateScheduled: aDayAfter(now), errorMessage: null, failuresInARow: 0 }
    : { nextUpdateScheduled: null }
  const where = and(eq(analyses.id, id), eq(analyses.status, 'completed'))
  const action = autoUpdate ? 'auto_update_enabled' : 'auto_update_disabled'
  const [, [updated]] = await atomically(db, [
    insertAudit(db, by, entryOf(action, where), now),
    db
      .update(analyses)
      .set({ autoUpdate, ...next })
      .where(where)
      .returning(shown),
  ])
  if (updated) return updated
  await findAnalysis(db, id)
  throw conflict('Only completed analyses can be updated daily')
}

/** Best first, `limit` of them if it is given; none before the first success. Throws AppError not_found. */
export async function listKeywords(db: Database, id: number, limit = -1): Promise<AnalysisKeyword[]> {
  await findAnalysis(db, id)
  return db
    .select({
      id: analysisKeywords.id,
      keyword: analysisKeywords.keyword,
      frequency: analysisKeywords.frequency,
      context: analysisKeywords.context,
      relevanceScore: analysisKeywords.relevanceScore,
    })
    .from(analysisKeywords)
    .where(eq(analysisKeywords.analysisId, id))
    .orderBy(asc(analysisKeywords.rank))
    .limit(limit)
}

const read = {
  url: analyses.url,
  domain: analyses.domain,
  status: analyses.status,
  title: analyses.title,
  metaDescription: analyses.metaDescription,
  totalHeadings: analyses.totalHeadings,
  wordCount: analyses.wordCount,
  analyzedAt: analyses.analyzedAt,
  details: analyses.details,
  text: analyses.text,
}

/** All that is known of a page but its keywords: `details` and `text` are null before the first success. */
export type ReadPage = Awaited<ReturnType<typeof readPage>>

/** Throws AppError not_found. */
export async function readPage(db: Database, id: number) {
  const page = await db.select(read).from(analyses).where(eq(analyses.id, id)).get()
  if (!page) throw notFound('Analysis')
  return page
}

/** Throws AppError not_found, or conflict before the first success. */
export async function readDetails(db: Database, id: number): Promise<AnalysisDetails> {
  const { details, analyzedAt, title, metaDescription, totalHeadings, wordCount } = await readPage(db, id)
  if (!details || !analyzedAt) throw conflict('This website has not been analyzed yet')
  return { analysisId: id, analyzedAt, title, metaDescription, totalHeadings, wordCount, ...details }
}
