import { and, eq, sql } from 'drizzle-orm'
import { FAILURES_MAX, RUNS_KEPT } from '#domain/analyses.ts'
import { DAILY_SCHEDULE } from '#domain/audit.ts'
import { insertAudit } from '#src/audit/store.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { analyses, analysisKeywords, analysisRuns } from '#src/db/schema.ts'
import { insertNotice } from '#src/notices/store.ts'
import { VERSION } from '#src/version.ts'
import type { Findings } from './analyze.ts'
import { aDayAfter, entryOf, isRequested } from './store.ts'

/** The right to work on an analysis. Whoever lost it can't write: every statement below asks for it. */
export type Claim = { id: number; token: string }

export type Work = Claim & {
  url: string
  /** How often it was claimed since the last result, this time included. */
  attempts: number
}

/** A claim that is not renewed for so long is worth nothing: its server is gone. */
const CLAIM_MS = 60_000
const HOUR_MS = 3_600_000

const until = (now: Date): string => new Date(now.getTime() + CLAIM_MS).toISOString()

const isMine = ({ id, token }: Claim) => and(eq(analyses.id, id), eq(analyses.claim, token))

const released = { claim: null, claimedUntil: null }

/** What ends with a result of any kind. */
const done = { ...released, requestedAt: null, attempts: 0 }

/**
 * Takes what is to be done next: websites that someone waits for, the longest waiting first, then daily updates that are
 * due; but of each website one page at a time, as its host may be a small one. One statement, so that of several servers
 * on one database one gets it. Null when there is nothing to do.
 */
export async function claimAnalysis(db: Database, token: string, now: Date): Promise<Work | null> {
  const at = now.toISOString()
  const isFree = sql`(claimed_until IS NULL OR claimed_until <= ${at})
    AND domain NOT IN (SELECT domain FROM analyses WHERE claimed_until > ${at})`
  const [claimed] = await db
    .update(analyses)
    .set({ claim: token, claimedUntil: until(now), attempts: sql`${analyses.attempts} + 1` })
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

/** Prolongs a claim. False when it is lost: deleted with its analysis, or lapsed and taken by another server. */
export async function renewClaim(db: Database, claim: Claim, now: Date): Promise<boolean> {
  const renewed = await db
    .update(analyses)
    .set({ claimedUntil: until(now) })
    .where(isMine(claim))
    .returning({ id: analyses.id })
  return renewed.length > 0
}

/** Gives a claim back with the work undone; that was no attempt. */
export async function releaseClaim(db: Database, claim: Claim): Promise<void> {
  await db
    .update(analyses)
    .set({ ...released, attempts: sql`${analyses.attempts} - 1` })
    .where(isMine(claim))
}

/** Voids every claim: for a server that knows that no other one works on its database. */
export async function voidClaims(db: Database): Promise<void> {
  await db.update(analyses).set(released).where(sql`${analyses.claim} IS NOT NULL`)
}

/** Keeps what was found in place of what was known, unless the claim is lost, and ends the claim. */
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
      FROM analyses WHERE ${isMine(claim)}`),
    db
      .delete(analysisKeywords)
      .where(sql`${analysisKeywords.analysisId} = (SELECT id FROM analyses WHERE ${isMine(claim)})`),
    db.run(sql`
      INSERT INTO analysis_keywords (analysis_id, rank, keyword, frequency, context, relevance_score)
      SELECT analyses.id, key + 1, value ->> 0, value ->> 1, value ->> 2, value ->> 3
      FROM analyses, json_each(${JSON.stringify(rows)}) WHERE ${isMine(claim)}`),
    deleteOldRuns(db, id),
    db
      .update(analyses)
      .set({
        ...facts,
        ...done,
        details: page,
        status: 'completed',
        totalKeywords,
        analyzedAt: at,
        nextUpdateScheduled: sql`iif(auto_update, ${aDayAfter(now)}, NULL)`,
        errorMessage: null,
        failuresInARow: 0,
      })
      .where(isMine(claim)),
  ])
}

/** Nobody waits for it: it was due. */
const isDaily = sql`NOT ${isRequested}`
const isSeventh = sql`${isDaily} AND failures_in_a_row + 1 >= ${FAILURES_MAX}`

/**
 * Notes why a website could not be read, unless the claim is lost, and ends the claim. What was known of it stays, and
 * so does its status, unless this was the first time. A daily update is tried again after an hour, then after a day, and
 * the seventh time in a row switches it off.
 */
export async function failAnalysis(db: Database, claim: Claim, reason: string, now: Date): Promise<void> {
  const inAnHour = new Date(now.getTime() + HOUR_MS).toISOString()
  const isFirstFailure = and(isMine(claim), sql`auto_update AND failures_in_a_row = 0 AND ${isDaily}`)
  const isLastTry = and(isMine(claim), sql`auto_update`, isSeventh)
  await atomically(db, [
    db.run(sql`
      INSERT INTO analysis_runs
        (analysis_id, at, status, total_keywords, total_headings, word_count, error_message, keywords)
      SELECT id, ${now.toISOString()}, 'failed', 0, 0, 0, ${reason}, '[]' FROM analyses WHERE ${isMine(claim)}`),
    deleteOldRuns(db, claim.id),
    insertAudit(db, DAILY_SCHEDULE, entryOf('auto_update_disabled', isLastTry), now),
    insertNotice(db, { kind: 'update_switched_off', about: { table: analyses, where: isLastTry } }, now),
    insertNotice(db, { kind: 'update_failed', about: { table: analyses, where: isFirstFailure } }, now),
    db
      .update(analyses)
      .set({
        ...done,
        status: sql`iif(status = 'pending', 'failed', status)`,
        errorMessage: sql`CASE
          WHEN analyzed_at IS NULL THEN ${reason}
          WHEN NOT (${isDaily}) THEN ${`The last analysis failed: ${reason}`}
          WHEN auto_update AND ${isSeventh} THEN ${`${SWITCHED_OFF} ${reason}`}
          ELSE ${`The last daily update failed: ${reason}`} END`,
        failuresInARow: sql`failures_in_a_row + (${isDaily})`,
        autoUpdate: sql`auto_update AND NOT (${isSeventh})`,
        nextUpdateScheduled: sql`CASE
          WHEN NOT auto_update OR (${isSeventh}) THEN NULL
          WHEN NOT (${isDaily}) THEN max(next_update_scheduled, ${inAnHour})
          WHEN failures_in_a_row = 0 THEN ${inAnHour}
          ELSE ${aDayAfter(now)} END`,
      })
      .where(isMine(claim)),
  ])
}

const SWITCHED_OFF = `The daily update was switched off, as it failed ${FAILURES_MAX} times in a row. The last time:`

/** More than the kept ones are only there after a run was added. */
const deleteOldRuns = (db: Database, id: number) =>
  db.delete(analysisRuns).where(sql`${analysisRuns.analysisId} = ${id} AND ${analysisRuns.id} NOT IN (
    SELECT id FROM analysis_runs WHERE analysis_id = ${id} ORDER BY id DESC LIMIT ${RUNS_KEPT}
  )`)
