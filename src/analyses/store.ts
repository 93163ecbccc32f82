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
import { atomically, type Database, erase } from '#src/db/database.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { analyses, analysisKeywords } from '#src/db/schema.ts'
import { findIds } from '#src/db/search.ts'
import { isUniqueViolation } from '#src/db/unique-violation.ts'
import { conflict, notFound, unavailable } from '#src/errors.ts'

export const RUNNING_MAX = 2
const WAITING_MAX = 50
const RETRY_SECONDS = 30

const DAY_MS = 86_400_000

export const nextDailyUpdate = (now: Date): string => new Date(now.getTime() + DAY_MS).toISOString()

/** Instances of older releases set the status but not the time. */
export const isRequested = sql`(requested_at IS NOT NULL OR status = 'pending')`

const ANALYSIS_COLUMNS = {
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
  url?: string | undefined
  search?: string | undefined
  status?: AnalysisStatus | undefined
}

export async function listAnalyses(
  db: Database,
  { url, search, status, ...page }: Query,
  signal?: AbortSignal,
) {
  const where = and(url ? eq(analyses.url, url) : undefined, status && hasStatus(status))
  return readPage(page, {
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
        .select(ANALYSIS_COLUMNS)
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

export const countPending = (db: Database): Promise<number> => db.$count(analyses, isRequested)

/** Throws AppError not_found. */
export async function findAnalysis(db: Database, id: number): Promise<Analysis> {
  const analysis = await db.select(ANALYSIS_COLUMNS).from(analyses).where(eq(analyses.id, id)).get()
  if (!analysis) throw notFound('Analysis')
  return analysis
}

/** Queues a canonical URL. Throws AppError conflict if it is already queued, or unavailable if the queue is full. */
export async function createAnalysis(db: Database, by: Actor, url: string, now: Date): Promise<Analysis> {
  const at = now.toISOString()
  const domain = domainOf(url)
  const about = { where: hasRoom }
  const [, [[id] = []]] = await rejectDuplicates(() =>
    atomically(db, [
      insertAudit(db, by, { action: 'analysis_started', subject: domain, detail: url, about }, now),
      db.values<[number]>(sql`
        INSERT INTO analyses (url, domain, status, auto_update, created_at, requested_at)
        SELECT ${url}, ${domain}, 'pending', 0, ${at}, ${at} WHERE ${hasRoom}
        RETURNING id`),
    ]),
  )
  if (id === undefined) throw queueFull()
  return findAnalysis(db, id)
}

/**
 * Keeps the old result until the new one arrives. Throws AppError not_found, conflict if queued, or unavailable if full.
 */
export async function analyzeAgain(db: Database, by: Actor, id: number, now: Date): Promise<Analysis> {
  const where = sql`id = ${id} AND NOT ${isRequested} AND ${hasRoom}`
  const [, [requested]] = await rejectDuplicates(() =>
    atomically(db, [
      insertAudit(db, by, entryOf('analysis_started', where), now),
      db
        .update(analyses)
        .set({
          requestedAt: now.toISOString(),
          errorMessage: null,
          // Resets the attempts of a daily update, unless it is running: its result then serves this request.
          attempts: sql`iif(claim IS NULL, 0, attempts)`,
        })
        .where(where)
        .returning(ANALYSIS_COLUMNS),
    ]),
  )
  if (requested) return requested
  const { status } = await findAnalysis(db, id)
  if (status === 'pending') throw alreadyPending()
  if ((await countPending(db)) >= PENDING_MAX) throw queueFull()
  return analyzeAgain(db, by, id, now)
}

export const entryOf = (action: AuditAction, where: SQL | undefined) => ({
  action,
  subject: analyses.domain,
  detail: analyses.url,
  about: { table: analyses, where },
})

const PENDING_MAX = RUNNING_MAX + WAITING_MAX
const hasRoom = sql`(SELECT count(*) FROM analyses WHERE ${isRequested}) < ${PENDING_MAX}`

const queueFull = () =>
  unavailable(`${WAITING_MAX} websites are already waiting to be analyzed. Please try again later.`, {
    'retry-after': String(RETRY_SECONDS),
  })

const alreadyPending = () => conflict('This website is already being analyzed')

async function rejectDuplicates<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (isUniqueViolation(error, 'analyses.url')) throw alreadyPending()
    throw error
  }
}

export async function deleteAnalysis(db: Database, by: Actor, id: number, now: Date): Promise<void> {
  const deleted = await deleteAnalyses(db, by, [id], now)
  if (deleted === 0) throw notFound('Analysis')
}

export async function deleteAnalyses(db: Database, by: Actor, ids: number[], now: Date): Promise<number> {
  const where = inArray(analyses.id, ids)
  const [, deleted] = await erase(db, [
    insertAudit(db, by, entryOf('analysis_deleted', where), now),
    db.delete(analyses).where(where).returning({ id: analyses.id }),
  ])
  return deleted.length
}

/** Clears past failures when turned on. Throws AppError not_found, or conflict unless completed. */
export async function setAutoUpdate(
  db: Database,
  by: Actor,
  id: number,
  autoUpdate: boolean,
  now: Date,
): Promise<Analysis> {
  const next = autoUpdate
    ? { nextUpdateScheduled: nextDailyUpdate(now), errorMessage: null, failuresInARow: 0 }
    : { nextUpdateScheduled: null }
  const where = and(eq(analyses.id, id), eq(analyses.status, 'completed'))
  const action = autoUpdate ? 'auto_update_enabled' : 'auto_update_disabled'
  const [, [updated]] = await atomically(db, [
    insertAudit(db, by, entryOf(action, where), now),
    db
      .update(analyses)
      .set({ autoUpdate, ...next })
      .where(where)
      .returning(ANALYSIS_COLUMNS),
  ])
  if (updated) return updated
  await findAnalysis(db, id)
  throw conflict('Only completed analyses can be updated daily')
}

/** Lists the best first. Empty before the first success. Throws AppError not_found. */
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

const PAGE_COLUMNS = {
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

/** `details` and `text` are null before the first success. */
export type AnalyzedPage = Awaited<ReturnType<typeof findAnalyzedPage>>

export async function findAnalyzedPage(db: Database, id: number) {
  const page = await db.select(PAGE_COLUMNS).from(analyses).where(eq(analyses.id, id)).get()
  if (!page) throw notFound('Analysis')
  return page
}

export async function readDetails(db: Database, id: number): Promise<AnalysisDetails> {
  const { details, analyzedAt, title, metaDescription, totalHeadings, wordCount } = await findAnalyzedPage(
    db,
    id,
  )
  if (!details || !analyzedAt) throw conflict('This website has not been analyzed yet')
  return { analysisId: id, analyzedAt, title, metaDescription, totalHeadings, wordCount, ...details }
}
