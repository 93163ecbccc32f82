import { and, eq, sql } from 'drizzle-orm'
import { FAILURES_MAX, RUNS_KEPT } from '#domain/analyses.ts'
import { DAILY_SCHEDULE } from '#domain/audit.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database, Transaction } from '#src/db/database.ts'
import { insertRows } from '#src/db/insert-rows.ts'
import { databaseClock, type LeaseClock } from '#src/db/lease.ts'
import { analyses, analysisKeywords, analysisRuns } from '#src/db/schema.ts'
import { recordNotice } from '#src/notices/store.ts'
import { VERSION } from '#src/version.ts'
import type { Findings } from './analyze-page.ts'
import { entryOf, isRequested, nextDailyUpdate } from './store.ts'

/** A lease on an analysis. Every write checks it, so an instance that lost the lease can't write. */
export type Claim = { id: number; token: string }

export type Work = Claim & {
  url: string
  attempts: number
}

/** A claim that isn't renewed for this long expires, because its instance is probably dead. */
const CLAIM_MS = 60_000
const HOUR_MS = 3_600_000

const isHeldBy = ({ id, token }: Claim) => and(eq(analyses.id, id), eq(analyses.claim, token))

const released = { claim: null, claimedUntil: null }

const finished = { ...released, requestedAt: null, attempts: 0 }

/**
 * Takes requested analyses first, longest wait first, then due daily updates; one page per website at a time, to spare
 * small servers.
 */
export async function claimAnalysis(
  db: Database,
  token: string,
  now: Date,
  clock: LeaseClock = databaseClock,
): Promise<Work | null> {
  const at = now.toISOString()
  const isFree = sql`(claimed_until IS NULL OR claimed_until <= ${clock(0)})
    AND domain NOT IN (SELECT domain FROM analyses WHERE claimed_until > ${clock(0)})`
  const [claimed] = await db
    .update(analyses)
    .set({ claim: token, claimedUntil: clock(CLAIM_MS), attempts: sql`${analyses.attempts} + 1` })
    .where(sql`${analyses.id} = (
      SELECT id FROM (
        SELECT id, 0 AS turn, coalesce(requested_at, created_at) AS due FROM analyses
          WHERE ${isRequested} AND ${isFree}
        UNION ALL
        SELECT id, 1, next_update_scheduled FROM analyses WHERE next_update_scheduled <= ${at} AND ${isFree}
      ) ORDER BY turn, due, id LIMIT 1
    )`)
    .returning({ id: analyses.id, url: analyses.url, attempts: analyses.attempts })
  return claimed ? { ...claimed, token } : null
}

/** Returns false if the claim is lost: the analysis was deleted, or the claim expired and another instance took it. */
export async function renewClaim(
  db: Database,
  claim: Claim,
  clock: LeaseClock = databaseClock,
): Promise<boolean> {
  const renewed = await db
    .update(analyses)
    .set({ claimedUntil: clock(CLAIM_MS) })
    .where(isHeldBy(claim))
    .returning({ id: analyses.id })
  return renewed.length > 0
}

/** Returns unfinished work to the queue without counting an attempt. */
export async function releaseClaim(db: Database, claim: Claim): Promise<void> {
  await db
    .update(analyses)
    .set({ ...released, attempts: sql`${analyses.attempts} - 1` })
    .where(isHeldBy(claim))
}

/** Safe only if no other instance uses the database. */
export async function releaseAllClaims(db: Database): Promise<void> {
  await db.update(analyses).set(released).where(sql`${analyses.claim} IS NOT NULL`)
}

/** Stores the result and ends the claim. A no-op if the claim is lost. */
export async function completeAnalysis(
  db: Database,
  claim: Claim,
  { keywords, page, ...facts }: Findings,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const analysisId = claim.id
  const totalKeywords = keywords.length
  const { totalHeadings, wordCount } = facts
  await db.transaction(async (tx) => {
    const analysis = await findHeld(tx, claim)
    if (!analysis) return
    await tx.insert(analysisRuns).values({
      analysisId,
      at,
      status: 'completed',
      totalKeywords,
      totalHeadings,
      wordCount,
      responseMilliseconds: page.responseMilliseconds,
      keywords: keywords.map(({ keyword, relevanceScore }) => [keyword, relevanceScore]),
      version: VERSION,
    })
    await tx.delete(analysisKeywords).where(eq(analysisKeywords.analysisId, analysisId))
    const rows = keywords.map(({ keyword, frequency, context, relevanceScore }, index) => ({
      ...{ analysisId, rank: index + 1 },
      ...{ keyword, frequency, context, relevanceScore },
    }))
    if (rows.length > 0) await insertRows(tx, analysisKeywords, rows)
    await deleteOldRuns(tx, analysisId)
    await tx
      .update(analyses)
      .set({
        ...facts,
        ...finished,
        details: page,
        status: 'completed',
        totalKeywords,
        analyzedAt: at,
        nextUpdateScheduled: analysis.autoUpdate ? nextDailyUpdate(now) : null,
        errorMessage: null,
        failuresInARow: 0,
      })
      .where(eq(analyses.id, analysisId))
  })
}

const findHeld = (tx: Transaction, claim: Claim) =>
  tx
    .select({
      url: analyses.url,
      domain: analyses.domain,
      status: analyses.status,
      analyzedAt: analyses.analyzedAt,
      requestedAt: analyses.requestedAt,
      autoUpdate: analyses.autoUpdate,
      nextUpdateScheduled: analyses.nextUpdateScheduled,
      failuresInARow: analyses.failuresInARow,
    })
    .from(analyses)
    .where(isHeldBy(claim))
    .get()

type Held = NonNullable<Awaited<ReturnType<typeof findHeld>>>

/** Retries daily updates after an hour, then daily, up to FAILURES_MAX times. A no-op if the claim is lost. */
export async function failAnalysis(db: Database, claim: Claim, reason: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const analysis = await findHeld(tx, claim)
    if (!analysis) return
    await tx.insert(analysisRuns).values({
      analysisId: claim.id,
      at: now.toISOString(),
      status: 'failed',
      totalKeywords: 0,
      totalHeadings: 0,
      wordCount: 0,
      errorMessage: reason,
      keywords: [],
    })
    await deleteOldRuns(tx, claim.id)
    const isDaily = analysis.requestedAt === null && analysis.status !== 'pending'
    const isUpdate = isDaily && analysis.autoUpdate
    const isLast = isDaily && analysis.failuresInARow + 1 >= FAILURES_MAX
    if (isUpdate && isLast) {
      await recordAudit(tx, DAILY_SCHEDULE, entryOf('auto_update_disabled', analysis), now)
      await recordNotice(tx, { kind: 'update_switched_off' }, now)
    } else if (isUpdate && analysis.failuresInARow === 0) {
      await recordNotice(tx, { kind: 'update_failed' }, now)
    }
    const autoUpdate = analysis.autoUpdate && !isLast
    await tx
      .update(analyses)
      .set({
        ...finished,
        status: analysis.status === 'pending' ? 'failed' : analysis.status,
        errorMessage: explain(analysis, { isDaily, isLast }, reason),
        failuresInARow: analysis.failuresInARow + (isDaily ? 1 : 0),
        autoUpdate,
        nextUpdateScheduled: autoUpdate ? nextTry(analysis, isDaily, now) : null,
      })
      .where(eq(analyses.id, claim.id))
  })
}

function explain(
  { analyzedAt, autoUpdate }: Held,
  { isDaily, isLast }: { isDaily: boolean; isLast: boolean },
  reason: string,
): string {
  if (analyzedAt === null) return reason
  if (!isDaily) return `The last analysis failed: ${reason}`
  return autoUpdate && isLast ? `${UPDATES_OFF} ${reason}` : `The last daily update failed: ${reason}`
}

function nextTry({ nextUpdateScheduled, failuresInARow }: Held, isDaily: boolean, now: Date): string | null {
  const inAnHour = new Date(now.getTime() + HOUR_MS).toISOString()
  if (isDaily) return failuresInARow === 0 ? inAnHour : nextDailyUpdate(now)
  return nextUpdateScheduled !== null && nextUpdateScheduled < inAnHour ? inAnHour : nextUpdateScheduled
}

const UPDATES_OFF = `The daily update was turned off after ${FAILURES_MAX} failures in a row. The last one:`

const deleteOldRuns = (tx: Transaction, id: number) =>
  tx.delete(analysisRuns).where(sql`${analysisRuns.analysisId} = ${id} AND ${analysisRuns.id} NOT IN (
    SELECT id FROM analysis_runs WHERE analysis_id = ${id} ORDER BY id DESC LIMIT ${RUNS_KEPT}
  )`)
