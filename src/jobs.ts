import { Cron } from 'croner'
import { deleteOldAudit } from './audit/chain.ts'
import { logAudit } from './audit/log-lines.ts'
import { deleteOldContacts } from './contacts/person.ts'
import type { Deps } from './deps.ts'
import { deleteUnusedImages } from './images/store.ts'
import { deleteLeftovers } from './keywords/store.ts'
import { breathe } from './lib/breathe.ts'
import type { Log } from './log.ts'
import { deleteOldNotices } from './notices/store.ts'
import { deleteLapsedSessions, deleteOldClients } from './sessions/store.ts'

/** Scheduled work: safe to run at any time and again, also while another server on the same database does. */
export type Job = {
  name: string
  /** A cron pattern that begins with seconds, on the clock of the site's time zone. */
  at: string
  /** Whether it also runs when the server starts, to make up for what was missed. */
  atStart?: boolean
  run(): Promise<void>
}

/** Everything the server does by itself. */
export const jobsOf = ({
  backups,
  counter,
  analyzer,
  db,
  now,
  log,
  refusals,
  notices,
  config,
}: Pick<
  Deps,
  'backups' | 'counter' | 'analyzer' | 'db' | 'now' | 'log' | 'refusals' | 'notices' | 'config'
>): Job[] => [
  // Just after midnight, and every hour after that: what one run could not finish, the next one does.
  { name: 'end of day', at: '5 0 * * * *', atStart: true, run: counter.endOfDay },
  { name: 'lapsed sessions', at: '0 20 * * * *', atStart: true, run: () => deleteLapsedSessions(db, now()) },
  {
    name: 'unfinished uploads',
    at: '40 */10 * * * *',
    atStart: true,
    run: () => deleteLeftovers(db, now()),
  },
  { name: 'analyses', at: '30 * * * * *', atStart: true, run: async () => analyzer.look() },
  { name: 'analyses under way', at: '*/15 * * * * *', run: analyzer.renew },
  // Often, as an entry can be changed unnoticed until it has its hash, and is nowhere else until it is in the log.
  { name: 'refusals', at: '50 * * * * *', run: () => refusals.flush() },
  { name: 'audit chain', at: '*/5 * * * * *', atStart: true, run: () => logAudit({ db, log }) },
  { name: 'old audit entries', at: '0 10 3 * * *', atStart: true, run: () => deleteOldAudit(db, now()) },
  { name: 'old known clients', at: '0 15 3 * * *', atStart: true, run: () => deleteOldClients(db, now()) },
  {
    name: 'old messages',
    at: '0 25 3 * * *',
    atStart: true,
    run: () => deleteOldContacts(db, config.contactKeepDays, now()),
  },
  { name: 'unused images', at: '0 20 3 * * *', atStart: true, run: () => deleteUnusedImages(db, now()) },
  { name: 'notices', at: '*/15 * * * * *', atStart: true, run: notices.look },
  { name: 'old notices', at: '20 5 * * * *', atStart: true, run: () => deleteOldNotices(db, now()) },
  { name: 'daily backup', at: '0 30 3 * * *', run: backups.makeDaily },
  { name: 'missed backup', at: '0 45 * * * *', atStart: true, run: backups.makeUp },
]

export type RunningJobs = {
  /** Starts nothing more. Settles when what runs has ended. */
  stop(): Promise<void>
}

type Surroundings = {
  timeZone: string
  log: Log
  /** Hears of each job that has ended, well or not. */
  ended?: (name: string, isDone: boolean) => void
}

/** Runs each job at its times, never twice at once. A failure is logged and the job stays on. */
export function startJobs(
  jobs: Job[],
  { timeZone, log, ended = () => undefined }: Surroundings,
): RunningJobs {
  const running = new Map<string, Promise<void>>()

  function start({ name, run }: Job): void {
    if (running.has(name)) return
    const outcome = run()
      .then(
        () => {
          log.debug('job done', { job: name })
          ended(name, true)
        },
        (error) => {
          log.error('job failed', error, { job: name })
          ended(name, false)
        },
      )
      .finally(() => running.delete(name))
    running.set(name, outcome)
  }

  const schedules: Cron[] = []
  let isStopped = false
  /** To find out when a job runs takes a millisecond: requests come in between. */
  async function schedule(): Promise<void> {
    for (const job of jobs) {
      await breathe()
      if (isStopped) return
      schedules.push(new Cron(job.at, { timezone: timeZone }, () => start(job)))
    }
  }

  for (const job of jobs.filter(({ atStart }) => atStart)) start(job)
  const scheduled = schedule()

  return {
    stop: async () => {
      isStopped = true
      await scheduled
      for (const schedule of schedules) schedule.stop()
      await Promise.all(running.values())
    },
  }
}
