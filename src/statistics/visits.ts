import { COUNTED, type Counted } from '#domain/statistics.ts'
import { unavailable } from '#src/errors.ts'
import { callOf } from '#src/http/call.ts'
import type { Log } from '#src/log.ts'
import { botSign } from './bots.ts'
import type { Counter } from './counter.ts'

/** Decides what of a request is counted. */
export type Visits = {
  /** Counts a served document. Never fails, and takes a second at most: a page is worth more than its count. */
  documentServed(request: Request, path: string): Promise<void>
  /** Counts a page that the browser showed by itself. Throws AppError unavailable when it could not be counted. */
  pageShown(request: Request, path: string): Promise<void>
  /** Counts something a visitor did. Throws AppError unavailable when it could not be counted. */
  happened(request: Request, name: Counted, detail?: string): Promise<void>
}

type Options = {
  counter: Counter
  log: Log
  now: () => Date
  /** Whether an administrator is asking: what those do is not counted. */
  isOwnVisit: (request: Request) => Promise<boolean>
}

/** A database that takes nothing more would otherwise fill the log as well. */
const COMPLAINT_EVERY_MS = 60_000

/** While another program keeps the database to itself, no reader is kept waiting for the count of his visit. */
const PAGE_PATIENCE_MS = 1_000

export function createVisits({ counter, log, now, isOwnVisit }: Options): Visits {
  let complainedAt = Number.NEGATIVE_INFINITY

  /** Answers whether it went well, and complains now and then when not. */
  async function attempt(request: Request, count: () => Promise<void>): Promise<boolean> {
    try {
      if (!(await isOwnVisit(request))) await count()
      return true
    } catch (error) {
      const time = now().getTime()
      if (time - complainedAt >= COMPLAINT_EVERY_MS) {
        complainedAt = time
        log.error('counting fails', error)
      }
      return false
    }
  }

  async function insist(request: Request, count: () => Promise<void>): Promise<void> {
    if (!(await attempt(request, count)))
      throw unavailable('This could not be counted. Please try again later.', { 'retry-after': '5' })
  }

  function countView(request: Request, path: string): Promise<void> {
    const { headers } = request
    const sign = botSign(headers)
    if (sign) return counter.count(COUNTED.bot, sign)
    const agent = headers.get('user-agent') ?? ''
    return counter.countView(
      path,
      asksNotToBeTracked(headers) ? null : { address: callOf(request).address, agent },
    )
  }

  return {
    documentServed: (request, path) => withinPatience(attempt(request, () => countView(request, path))),
    pageShown: (request, path) => insist(request, () => countView(request, path)),
    happened: (request, name, detail) => insist(request, () => counter.count(name, detail)),
  }
}

/** Waits for the work while that is quick; what takes longer goes on behind the answer. `work` never rejects. */
function withinPatience(work: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const patience = setTimeout(resolve, PAGE_PATIENCE_MS)
  void work.then(() => {
    clearTimeout(patience)
    resolve()
  })
  return promise
}

const asksNotToBeTracked = (headers: Headers) => headers.get('sec-gpc') === '1' || headers.get('dnt') === '1'
