import { Cron } from 'croner'
import { deleteOldAudit } from './audit/store.ts'
import { deleteOldContacts } from './contacts/person.ts'
import { eraseDeletedWords, eraseReplacedWords, indexPending } from './db/post-index.ts'
import type { Deps } from './deps.ts'
import { deleteUnusedImages } from './images/store.ts'
import { deleteLeftovers } from './keywords/store.ts'
import { yieldToEventLoop } from './lib/yield-to-event-loop.ts'
import type { Log } from './log.ts'
import { correctMoments } from './monitoring/wrong-clock.ts'
import { deleteOldNotices } from './notices/store.ts'
import { publishDue } from './posts/store.ts'
import { deleteExpiredSessions, deleteOldClients } from './sessions/store.ts'

/** Must be idempotent, and safe while other instances run it. */
export type Job = {
  name: string
  /** A cron pattern with seconds, in the site's time zone. */
  cron: string
  atStart?: boolean
  /** May end early, without an error, when `signal` aborts because the server stops. */
  run(signal: AbortSignal): Promise<void>
}

export const jobsOf = ({
  backups,
  counter,
  analyzer,
  db,
  now,
  log,
  refusals,
  logAuditLines,
  sharedLimits,
  notices,
  config,
}: Pick<
  Deps,
  | 'backups'
  | 'counter'
  | 'analyzer'
  | 'db'
  | 'now'
  | 'log'
  | 'refusals'
  | 'logAuditLines'
  | 'sharedLimits'
  | 'notices'
  | 'config'
>): Job[] => [
  {
    name: 'wrong clock',
    cron: '10 */10 * * * *',
    atStart: true,
    run: () => correctMoments({ db, now, log }),
  },
  // Every hour, not only at midnight, to retry what failed.
  { name: 'end of day', cron: '5 0 * * * *', atStart: true, run: counter.closePastDays },
  {
    name: 'expired sessions',
    cron: '0 20 * * * *',
    atStart: true,
    run: () => deleteExpiredSessions(db, now()),
  },
  {
    name: 'unfinished uploads',
    cron: '40 */10 * * * *',
    atStart: true,
    run: () => deleteLeftovers(db, now()),
  },
  { name: 'analyses', cron: '30 * * * * *', atStart: true, run: async () => analyzer.claimWork() },
  { name: 'running analyses', cron: '*/15 * * * * *', run: analyzer.renew },
  {
    name: 'scheduled posts',
    cron: '*/20 * * * * *',
    atStart: true,
    run: (signal) => publishDue(db, now(), signal),
  },
  { name: 'refusals', cron: '50 * * * * *', run: () => refusals.flush() },
  // Often: until an entry is logged, changing it leaves no trace.
  {
    name: 'audit lines',
    cron: '*/5 * * * * *',
    atStart: true,
    run: async () => {
      await refusals.writeFailedSignIns()
      await logAuditLines()
    },
  },
  { name: 'old audit entries', cron: '0 10 3 * * *', atStart: true, run: () => deleteOldAudit(db, now()) },
  { name: 'old known clients', cron: '0 15 3 * * *', atStart: true, run: () => deleteOldClients(db, now()) },
  {
    name: 'old messages',
    cron: '0 25 3 * * *',
    atStart: true,
    run: () => deleteOldContacts(db, config.contactKeepDays, now()),
  },
  { name: 'unused images', cron: '0 20 3 * * *', atStart: true, run: () => deleteUnusedImages(db, now()) },
  // Otherwise the first search after an import would have to.
  { name: 'new words', cron: '40 * * * * *', run: () => indexPending(db) },
  {
    name: 'deleted words',
    cron: '25 */10 * * * *',
    atStart: true,
    run: (signal) => eraseDeletedWords(db, signal),
  },
  // Before the daily backup.
  {
    name: 'replaced words',
    cron: '0 22 3 * * *',
    atStart: true,
    run: (signal) => eraseReplacedWords(db, signal),
  },
  // Also for replaced texts, after a kill, and when a backup blocked the log.
  { name: 'erased rows', cron: '20 * * * * *', atStart: true, run: db.scrub },
  { name: 'expired limits', cron: '35 */10 * * * *', atStart: true, run: sharedLimits.purge },
  { name: 'notices', cron: '*/15 * * * * *', atStart: true, run: notices.sendDue },
  { name: 'old notices', cron: '20 5 * * * *', atStart: true, run: () => deleteOldNotices(db, now()) },
  { name: 'daily backup', cron: '0 30 3 * * *', run: backups.makeDaily },
  { name: 'missed backup', cron: '0 45 * * * *', atStart: true, run: backups.makeMissed },
]

export type RunningJobs = {
  stop(): Promise<void>
}

type Options = {
  timeZone: string
  log: Log
  onEnd?: (name: string, succeeded: boolean) => void
}

/** Within this process, a job never overlaps with itself. Failures are logged, and the job stays scheduled. */
export function startJobs(jobs: Job[], { timeZone, log, onEnd = () => undefined }: Options): RunningJobs {
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()

  function start({ name, run }: Job): void {
    if (running.has(name)) return
    const outcome = run(stopping.signal)
      .then(
        () => {
          log.debug('job done', { job: name })
          onEnd(name, true)
        },
        (error) => {
          log.error('job failed', error, { job: name })
          onEnd(name, false)
        },
      )
      .finally(() => running.delete(name))
    running.set(name, outcome)
  }

  const schedules: Cron[] = []
  /** Yields, because computing a schedule takes 1 ms. */
  async function schedule(): Promise<void> {
    for (const job of jobs) {
      await yieldToEventLoop()
      if (stopping.signal.aborted) return
      schedules.push(new Cron(job.cron, { timezone: timeZone }, () => start(job)))
    }
  }

  for (const job of jobs.filter(({ atStart }) => atStart)) start(job)
  const scheduled = schedule()

  return {
    stop: async () => {
      stopping.abort()
      await scheduled
      for (const schedule of schedules) schedule.stop()
      await Promise.all(running.values())
    },
  }
}
