import { COUNTED, type Counted } from '#domain/statistics.ts'
import { unavailable } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { botSign, isPreparing } from './bots.ts'
import type { Counter } from './counter.ts'

/** Decides what of a request is counted. */
export type Visits = {
  /** Counts a served document within a second, if somebody looks at it. Never fails, and no page waits for it. */
  documentServed(call: Call, path: string): void
  /** The same for a request that doesn't say who is asking. */
  documentSeen(request: Request, peer: string, path: string): void
  /** Counts a page that the browser showed by itself. Throws AppError unavailable when it could not be counted. */
  pageShown(call: Call, path: string): Promise<void>
  /** Counts something a visitor did. Throws AppError unavailable when it could not be counted. */
  happened(call: Call, name: Counted, detail?: string): Promise<void>
}

type Options = {
  counter: Counter
  /** Whether an administrator is asking: what those do is not counted. */
  isOwnVisit: (call: Call) => Promise<boolean>
}

export function createVisits({ counter, isOwnVisit }: Options): Visits {
  /** Answers whether it went well, and complains now and then when not. */
  async function attempt(call: Call, count: () => Promise<void>): Promise<boolean> {
    try {
      if (!(await isOwnVisit(call))) await count()
      return true
    } catch (error) {
      counter.complain(error)
      return false
    }
  }

  async function insist(call: Call, count: () => Promise<void>): Promise<void> {
    if (!(await attempt(call, count)))
      throw unavailable('This could not be counted. Please try again later.', { 'retry-after': '5' })
  }

  function countView({ request: { headers }, address }: Call, path: string): Promise<void> {
    const sign = botSign(headers)
    if (sign) return counter.count(COUNTED.bot, sign)
    const agent = headers.get('user-agent') ?? ''
    return counter.countView(path, asksNotToBeTracked(headers) ? null : { address, agent })
  }

  function noteView({ headers }: Request, peer: string, path: string): void {
    if (!isForShowing(headers)) return
    counter.noteView({
      path,
      peer,
      forwardedFor: headers.get('x-forwarded-for'),
      agent: headers.get('user-agent') ?? '',
      isAnonymous: asksNotToBeTracked(headers),
      isPreparing: isPreparing(headers),
    })
  }

  return {
    documentServed: (call, path) => {
      const { request, peer } = call
      // Browsers open pages without it: only then is it worth a look at the session.
      if (!request.headers.has('authorization')) noteView(request, peer, path)
      else void attempt(call, async () => noteView(request, peer, path))
    },
    documentSeen: noteView,
    pageShown: (call, path) => insist(call, () => countView(call, path)),
    happened: (call, name, detail) => insist(call, () => counter.count(name, detail)),
  }
}

/**
 * Browsers say what they want a document for. Some pass through the service worker and are shown all the same: those
 * navigate; what the worker itself wants to keep does not, and nobody looks at that.
 */
function isForShowing(headers: Headers): boolean {
  const purpose = headers.get('sec-fetch-dest') ?? 'document'
  return purpose === 'document' || (purpose === 'empty' && headers.get('sec-fetch-mode') === 'navigate')
}

const asksNotToBeTracked = (headers: Headers) => headers.get('sec-gpc') === '1' || headers.get('dnt') === '1'
