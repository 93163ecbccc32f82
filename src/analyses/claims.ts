import { and, eq, sql } from 'drizzle-orm'
import { FAILURES_MAX, RUNS_KEPT } from '#domain/analyses.ts'
import { DAILY_SCHEDULE } from '#domain/audit.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { databaseClock, type LeaseClock } from '#src/db/lease.ts'
import { analyses, analysisKeywords, analysisRuns } from '#src/db/schema.ts'
import { insertNotice } from '#src/notices/store.ts'
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
  const { id } = claim
  const at = now.toISOString()
  const totalKeywords = keywords.length
  const { totalHeadings, wordCount } = facts
  const rows = keywords.map(({ keyword, frequency, context, relevanceScore }) => [
    keyword,
    frequency,
    context,
    relevanceScore,
  ])
  const pairs = keywords.map(({ keyword, relevanceScore }) => [keyword, relevanceScore])
  await atomically(db, [
    db.run(sql`
      INSERT INTO analysis_runs
        (analysis_id, at, status, total_keywords, total_headings, word_count, response_milliseconds, keywords,
          version)
      SELECT id, ${at}, 'completed', ${totalKeywords}, ${totalHeadings}, ${wordCount},
        ${page.responseMilliseconds}, ${JSON.stringify(pairs)}, ${VERSION}
      FROM analyses WHERE ${isHeldBy(claim)}`),
    db
      .delete(analysisKeywords)
      .where(sql`${analysisKeywords.analysisId} = (SELECT id FROM analyses WHERE ${isHeldBy(claim)})`),
    db.run(sql`
      INSERT INTO analysis_keywords (analysis_id, rank, keyword, frequency, context, relevance_score)
      SELECT analyses.id, key + 1, value ->> 0, value ->> 1, value ->> 2, value ->> 3
      FROM analyses, json_each(${JSON.stringify(rows)}) WHERE ${isHeldBy(claim)}`),
    deleteOldRuns(db, id),
    db
      .update(analyses)
      .set({
        ...facts,
        ...finished,
        details: page,
        status: 'completed',
        totalKeywords,
        analyzedAt: at,
        nextUpdateScheduled: sql`iif(auto_update, ${nextDailyUpdate(now)}, NULL)`,
        errorMessage: null,
        failuresInARow: 0,
      })
      .where(isHeldBy(claim)),
  ])
}

const isDaily = sql`NOT ${isRequested}`
const isLastFailure = sql`${isDaily} AND failures_in_a_row + 1 >= ${FAILURES_MAX}`

/** Retries daily updates after an hour, then daily, up to FAILURES_MAX times. A no-op if the claim is lost. */
export async function failAnalysis(db: Database, claim: Claim, reason: string, now: Date): Promise<void> {
  const inAnHour = new Date(now.getTime() + HOUR_MS).toISOString()
  const isFirstFailure = and(isHeldBy(claim), sql`auto_update AND failures_in_a_row = 0 AND ${isDaily}`)
  const isLastAttempt = and(isHeldBy(claim), sql`auto_update`, isLastFailure)
  await atomically(db, [
    db.run(sql`
      INSERT INTO analysis_runs
        (analysis_id, at, status, total_keywords, total_headings, word_count, error_message, keywords)
      SELECT id, ${now.toISOString()}, 'failed', 0, 0, 0, ${reason}, '[]' FROM analyses WHERE ${isHeldBy(claim)}`),
    deleteOldRuns(db, claim.id),
    insertAudit(db, DAILY_SCHEDULE, entryOf('auto_update_disabled', isLastAttempt), now),
    insertNotice(db, { kind: 'update_switched_off', about: { table: analyses, where: isLastAttempt } }, now),
    insertNotice(db, { kind: 'update_failed', about: { table: analyses, where: isFirstFailure } }, now),
    db
      .update(analyses)
      .set({
        ...finished,
        status: sql`iif(status = 'pending', 'failed', status)`,
        errorMessage: sql`CASE
          WHEN analyzed_at IS NULL THEN ${reason}
          WHEN NOT (${isDaily}) THEN ${`The last analysis failed: ${reason}`}
          WHEN auto_update AND ${isLastFailure} THEN ${`${UPDATES_OFF} ${reason}`}
          ELSE ${`The last daily update failed: ${reason}`} END`,
        failuresInARow: sql`failures_in_a_row + (${isDaily})`,
        autoUpdate: sql`auto_update AND NOT (${isLastFailure})`,
        nextUpdateScheduled: sql`CASE
          WHEN NOT auto_update OR (${isLastFailure}) THEN NULL
          WHEN NOT (${isDaily}) THEN max(next_update_scheduled, ${inAnHour})
          WHEN failures_in_a_row = 0 THEN ${inAnHour}
          ELSE ${nextDailyUpdate(now)} END`,
      })
      .where(isHeldBy(claim)),
  ])
}

const UPDATES_OFF = `The daily update was turned off after ${FAILURES_MAX} failures in a row. The last one:`

const deleteOldRuns = (db: Database, id: number) =>
  db.delete(analysisRuns).where(sql`${analysisRuns.analysisId} = ${id} AND ${analysisRuns.id} NOT IN (
    SELECT id FROM analysis_runs WHERE analysis_id = ${id} ORDER BY id DESC LIMIT ${RUNS_KEPT}
  )`)
