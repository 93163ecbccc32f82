import { COUNTERS, type CounterName } from '#domain/statistics.ts'
import { unavailable } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { botSignal, isPrefetch } from './bots.ts'
import type { Counter } from './counter.ts'
import type { Recorded } from './event-buffer.ts'
import { readSource } from './sources.ts'

export type RequestCounter = ReturnType<typeof createRequestCounter>

type Options = {
  counter: Counter
  isSignedIn: (call: Call) => Promise<boolean>
  siteUrl: string | undefined
}

export function createRequestCounter({ counter, isSignedIn, siteUrl }: Options) {
  const siteHost = siteUrl === undefined ? undefined : new URL(siteUrl).hostname

  async function attempt(call: Call, count: () => Promise<Recorded>): Promise<Recorded | null> {
    try {
      // Administrators aren't counted.
      return (await isSignedIn(call)) ? 'written' : await count()
    } catch (error) {
      counter.logFailure(error)
      return null
    }
  }

  async function countOrRefuse(call: Call, count: () => Promise<Recorded>): Promise<Recorded> {
    const recorded = await attempt(call, count)
    if (recorded === null)
      throw unavailable('This could not be counted. Please try again later.', { 'retry-after': '5' })
    return recorded
  }

  function countView({ request: { headers }, address }: Call, path: string): Promise<Recorded> {
    const signal = botSignal(headers)
    if (signal) return counter.count(COUNTERS.bot, signal)
    const agent = headers.get('user-agent') ?? ''
    return counter.countView(path, asksNotToBeTracked(headers) ? null : { address, agent })
  }

  function bufferView(request: Request, peerOf: () => string, path: string): void {
    const { headers } = request
    if (!isDisplayed(headers)) return
    const agent = isPrefetch(headers) ? null : (headers.get('user-agent') ?? '')
    const isAnonymous = agent === null || asksNotToBeTracked(headers)
    const { source, campaign } = isAnonymous ? NO_ORIGIN : readSource(request, siteHost)
    counter.bufferView({
      path,
      // Looking the peer up is a system call.
      peer: isAnonymous ? null : peerOf(),
      forwardedFor: headers.get('x-forwarded-for'),
      agent,
      source,
      campaign,
    })
  }

  return {
    /** Counts a served document within a second, unless the service worker fetched it for its cache. Never fails. */
    countDocument: (call: Call, path: string): void => {
      const { request } = call
      const peerOf = () => call.peer
      // Page loads have no Authorization header; the session is looked up only if there is one.
      if (!request.headers.has('authorization')) bufferView(request, peerOf, path)
      else
        void attempt(call, async () => {
          bufferView(request, peerOf, path)
          return 'buffered'
        })
    },
    /** For requests without an authenticated caller. */
    countCachedDocument: bufferView,
    /** In-app navigation. Throws AppError unavailable. */
    countNavigation: (call: Call, path: string) => countOrRefuse(call, () => countView(call, path)),
    countEvent: (call: Call, name: CounterName, detail?: string) =>
      countOrRefuse(call, () => counter.count(name, detail)),
  }
}

const NO_ORIGIN = { source: null, campaign: null }

/** By Sec-Fetch-Dest. Navigations through the service worker are shown; what the worker caches isn't. */
function isDisplayed(headers: Headers): boolean {
  const purpose = headers.get('sec-fetch-dest') ?? 'document'
  return purpose === 'document' || (purpose === 'empty' && headers.get('sec-fetch-mode') === 'navigate')
}

const asksNotToBeTracked = (headers: Headers) => headers.get('sec-gpc') === '1' || headers.get('dnt') === '1'
