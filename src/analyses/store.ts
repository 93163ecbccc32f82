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
import { recordAudit, recordAudits } from '#src/audit/store.ts'
import type { Database, Queries, Transaction } from '#src/db/database.ts'
import { type KeysetPage, readPage } from '#src/db/keyset.ts'
import { analyses, analysisKeywords } from '#src/db/schema.ts'
import { findIds } from '#src/db/search.ts'
import { conflict, notFound, unavailable } from '#src/errors.ts'
import { changeAs, eraseAs } from '#src/sessions/still-may.ts'

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

export const countPending = (db: Queries): Promise<number> => db.$count(analyses, isRequested)

/** Throws AppError not_found. */
export async function findAnalysis(db: Queries, id: number): Promise<Analysis> {
  const analysis = await db.select(ANALYSIS_COLUMNS).from(analyses).where(eq(analyses.id, id)).get()
  if (!analysis) throw notFound('Analysis')
  return analysis
}

/**
 * Queues a canonical URL. Throws AppError conflict if it is already queued, unavailable if the queue is full, or
 * unauthorized if `by` lost their access meanwhile.
 */
export function createAnalysis(db: Database, by: Actor, url: string, now: Date): Promise<Analysis> {
  const at = now.toISOString()
  const domain = domainOf(url)
  return changeAs(db, by, 'analyses.write', async (tx) => {
    await requireRoom(tx, url)
    const created = await tx
      .insert(analyses)
      .values({ url, domain, status: 'pending', autoUpdate: false, createdAt: at, requestedAt: at })
      .returning(ANALYSIS_COLUMNS)
      .get()
    await recordAudit(tx, by, entryOf('analysis_started', created), now)
    return created
  })
}

/**
 * Keeps the old result until the new one arrives. Throws AppError not_found, conflict if queued, unavailable if full, or
 * unauthorized if `by` lost their access meanwhile.
 */
export function analyzeAgain(db: Database, by: Actor, id: number, now: Date): Promise<Analysis> {
  return changeAs(db, by, 'analyses.write', async (tx) => {
    const analysis = await findAnalysis(tx, id)
    await requireRoom(tx, analysis.url)
    const requested = await tx
      .update(analyses)
      .set({
        requestedAt: now.toISOString(),
        errorMessage: null,
        // Resets the attempts of a daily update, unless it is running: its result then serves this request.
        attempts: sql`iif(claim IS NULL, 0, attempts)`,
      })
      .where(eq(analyses.id, id))
      .returning(ANALYSIS_COLUMNS)
      .get()
    await recordAudit(tx, by, entryOf('analysis_started', analysis), now)
    return requested
  })
}

export const entryOf = (action: AuditAction, { domain, url }: Pick<Analysis, 'domain' | 'url'>) => ({
  action,
  subject: domain,
  detail: url,
})

/** Throws AppError conflict if the page is queued, or unavailable if the queue is full. */
async function requireRoom(tx: Transaction, url: string): Promise<void> {
  const [same, all] = await Promise.all([
    tx.$count(analyses, and(eq(analyses.url, url), isRequested)),
    countPending(tx),
  ])
  if (same > 0) throw conflict('This website is already being analyzed')
  if (all < RUNNING_MAX + WAITING_MAX) return
  throw unavailable(`${WAITING_MAX} websites are already waiting to be analyzed. Please try again later.`, {
    'retry-after': String(RETRY_SECONDS),
  })
}

export async function deleteAnalysis(db: Database, by: Actor, id: number, now: Date): Promise<void> {
  const deleted = await deleteAnalyses(db, by, [id], now)
  if (deleted === 0) throw notFound('Analysis')
}

export function deleteAnalyses(db: Database, by: Actor, ids: number[], now: Date): Promise<number> {
  return eraseAs(db, by, 'analyses.write', async (tx) => {
    const deleted = await tx
      .delete(analyses)
      .where(inArray(analyses.id, ids))
      .returning({ subject: analyses.domain, detail: analyses.url })
    await recordAudits(tx, by, 'analysis_deleted', deleted, now)
    return deleted.length
  })
}

/** Clears past failures when turned on. Throws AppError not_found, or conflict unless completed. */
export function setAutoUpdate(
  db: Database,
  by: Actor,
  id: number,
  autoUpdate: boolean,
  now: Date,
): Promise<Analysis> {
  const next = autoUpdate
    ? { nextUpdateScheduled: nextDailyUpdate(now), errorMessage: null, failuresInARow: 0 }
    : { nextUpdateScheduled: null }
  return changeAs(db, by, 'analyses.write', async (tx) => {
    const known = await tx.select({ status: analyses.status }).from(analyses).where(eq(analyses.id, id)).get()
    if (!known) throw notFound('Analysis')
    if (known.status !== 'completed') throw conflict('Only completed analyses can be updated daily')
    const updated = await tx
      .update(analyses)
      .set({ autoUpdate, ...next })
      .where(eq(analyses.id, id))
      .returning(ANALYSIS_COLUMNS)
      .get()
    const action = autoUpdate ? 'auto_update_enabled' : 'auto_update_disabled'
    await recordAudit(tx, by, entryOf(action, updated), now)
    return updated
  })
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
