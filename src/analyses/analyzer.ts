import pLimit from 'p-limit'
import type { Database } from '#src/db/database.ts'
import type { LeaseClock } from '#src/db/lease.ts'
import { rejectOnAbort } from '#src/lib/reject-on-abort.ts'
import type { Log } from '#src/log.ts'
import { analyzePage, type Outcome, type WebAccess } from './analyze-page.ts'
import {
  type Claim,
  claimAnalysis,
  completeAnalysis,
  failAnalysis,
  releaseClaim,
  renewClaim,
  type Work,
} from './claims.ts'
import { RUNNING_MAX } from './store.ts'

export type Analyzer = {
  /** Claims and runs requested analyses and due daily updates. */
  claimWork(): void
  /** Renews the claims of running analyses. Call it several times a minute. */
  renew(): Promise<void>
  cancel(id: number): void
  idle(): Promise<void>
  close(): Promise<void>
}

type AnalyzerOptions = WebAccess & {
  db: Database
  now: () => Date
  log: Log
  timeout?: () => AbortSignal
  leaseClock?: LeaseClock
}

const TIMEOUT_MS = 60_000
/** Stops a page that crashes the server from doing so again and again. */
const ATTEMPTS_MAX = 3

const TOO_LONG = 'The analysis took too long.'
const INTERNAL_ERROR = 'The analysis failed because of an error on this server.'
const UNFINISHED = `The analysis could not be finished in ${ATTEMPTS_MAX} attempts.`

export function createAnalyzer({
  db,
  now,
  log,
  timeout = () => AbortSignal.timeout(TIMEOUT_MS),
  leaseClock,
  ...webAccess
}: AnalyzerOptions): Analyzer {
  const limit = pLimit(RUNNING_MAX)
  const pending = new Set<Promise<void>>()
  const running = new Map<string, { claim: Claim; controller: AbortController }>()
  let isClosed = false

  function claimWork(): void {
    const run = limit(runNext)
      .catch((error) => log.error('failed to record an analysis', error))
      .finally(() => pending.delete(run))
    pending.add(run)
  }

  async function runNext(): Promise<void> {
    if (isClosed) return
    const work = await claimAnalysis(db, crypto.randomUUID(), now(), leaseClock)
    if (!work) return
    claimWork()
    await perform(work)
    claimWork()
  }

  async function perform(work: Work): Promise<void> {
    if (work.attempts > ATTEMPTS_MAX) return failAnalysis(db, work, UNFINISHED, now())
    const controller = new AbortController()
    running.set(work.token, { claim: work, controller })
    try {
      if (isClosed) controller.abort()
      const outcome = await runAnalysis(work, controller.signal)
      if (outcome?.kind === 'findings') await completeAnalysis(db, work, outcome.findings, now())
      else if (outcome) await failAnalysis(db, work, outcome.reason, now())
      else await releaseClaim(db, work)
    } finally {
      running.delete(work.token)
    }
  }

  async function runAnalysis({ id, url }: Work, canceled: AbortSignal): Promise<Outcome | null> {
    const deadline = timeout()
    const signal = AbortSignal.any([canceled, deadline])
    try {
      const outcome = await rejectOnAbort(analyzePage(webAccess, url, signal), signal)
      return canceled.aborted ? null : outcome
    } catch (error) {
      if (canceled.aborted) return null
      if (deadline.aborted) return { kind: 'failure', reason: TOO_LONG }
      log.error('analysis failed', error, { analysis: id })
      return { kind: 'failure', reason: INTERNAL_ERROR }
    }
  }

  async function renew(): Promise<void> {
    for (const { claim, controller } of [...running.values()]) {
      if (!(await renewClaim(db, claim, leaseClock))) controller.abort()
    }
  }

  async function idle(): Promise<void> {
    while (pending.size > 0) await Promise.all(pending)
  }

  return {
    claimWork,
    renew,
    idle,
    cancel: (id) => {
      for (const { claim, controller } of running.values()) if (claim.id === id) controller.abort()
    },
    close: async () => {
      isClosed = true
      for (const { controller } of running.values()) controller.abort()
      await idle()
    },
  }
}
