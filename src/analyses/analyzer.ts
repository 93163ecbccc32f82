import pLimit from 'p-limit'
import type { Database } from '#src/db/database.ts'
import type { Log } from '#src/log.ts'
import { analyze, type Outcome, type Reach } from './analyze.ts'
import {
  type Claim,
  claimAnalysis,
  completeAnalysis,
  failAnalysis,
  releaseClaim,
  renewClaim,
  type Work,
} from './claims.ts'
import { AT_ONCE } from './store.ts'

/** Works on the queue of analyses, which is in the database: this one and other servers' on it share the work. */
export type Analyzer = {
  /** Looks for work: websites that someone waits for, and daily updates that are due. */
  look(): void
  /** Keeps what is worked on; to be called several times a minute. */
  renew(): Promise<void>
  /** Ends the work on an analysis that is gone. */
  cancel(id: number): void
  /** Settles when nothing is worked on. */
  idle(): Promise<void>
  /** Ends all work at once and gives it back to be done later. */
  close(): Promise<void>
}

type Surroundings = Reach & { db: Database; now: () => Date; log: Log; patienceMs?: number }

/** Far more than fetching and reading may take by themselves: a last resort. */
const PATIENCE_MS = 60_000
/** One that stops the server each time must not do so forever. */
const ATTEMPTS_MAX = 3

const TOO_LONG = 'The analysis took too long.'
const FAULT = 'An error on this server ended the analysis.'
const UNFINISHED = `The analysis could not be finished in ${ATTEMPTS_MAX} attempts.`

export function createAnalyzer({ db, now, log, patienceMs = PATIENCE_MS, ...reach }: Surroundings): Analyzer {
  const limit = pLimit(AT_ONCE)
  const turns = new Set<Promise<void>>()
  const working = new Map<string, { claim: Claim; end: AbortController }>()
  let isClosed = false

  function look(): void {
    const turn = limit(takeNext)
      .catch((error) => log.error('analysis not recorded', error))
      .finally(() => turns.delete(turn))
    turns.add(turn)
  }

  async function takeNext(): Promise<void> {
    if (isClosed) return
    const work = await claimAnalysis(db, crypto.randomUUID(), now())
    if (!work) return
    // Where there was some, there may be more: of other websites at once, of the same one afterwards.
    look()
    await perform(work)
    look()
  }

  async function perform(work: Work): Promise<void> {
    if (work.attempts > ATTEMPTS_MAX) return failAnalysis(db, work, UNFINISHED, now())
    const end = new AbortController()
    working.set(work.token, { claim: work, end })
    try {
      if (isClosed) end.abort()
      const outcome = await outcomeOf(work, end.signal)
      if (outcome?.kind === 'findings') await completeAnalysis(db, work, outcome.findings, now())
      else if (outcome) await failAnalysis(db, work, outcome.reason, now())
      else await releaseClaim(db, work)
    } finally {
      working.delete(work.token)
    }
  }

  /** Null when the work was ended from outside. */
  async function outcomeOf({ id, url }: Work, ended: AbortSignal): Promise<Outcome | null> {
    const deadline = AbortSignal.timeout(patienceMs)
    const signal = AbortSignal.any([ended, deadline])
    try {
      const outcome = await orAborted(analyze(reach, url, signal), signal)
      return ended.aborted ? null : outcome
    } catch (error) {
      if (ended.aborted) return null
      if (deadline.aborted) return { kind: 'failure', reason: TOO_LONG }
      log.error('analysis failed', error, { analysis: id })
      return { kind: 'failure', reason: FAULT }
    }
  }

  async function renew(): Promise<void> {
    for (const { claim, end } of [...working.values()]) {
      if (!(await renewClaim(db, claim, now()))) end.abort()
    }
  }

  async function idle(): Promise<void> {
    while (turns.size > 0) await Promise.all(turns)
  }

  return {
    look,
    renew,
    idle,
    cancel: (id) => {
      for (const { claim, end } of working.values()) if (claim.id === id) end.abort()
    },
    close: async () => {
      isClosed = true
      for (const { end } of working.values()) end.abort()
      await idle()
    },
  }
}

/** The work's result; throws the signal's reason as soon as it is given, whether the work hears of it or not. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, aborted])
}
