import {
  COUNTERS,
  Feedback,
  PageView,
  PasswordChecked,
  PasswordGenerated,
  strengthBucket,
  UNKNOWN_PAGE,
} from '#domain/statistics.ts'
import { invalid } from '#src/errors.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { jsonResponse } from '#src/http/responses.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import type { Recorded } from './group-commit.ts'
import type { RequestCounter } from './request-counter.ts'

/**
 * A dragged slider sends dozens of events. Separate from the API's limit, because otherwise events would lock out an
 * administrator at the same address.
 */
const EVENTS = { attempts: 600, seconds: 60 }

const ACCEPTED = 202

type Options = {
  requestCounter: RequestCounter
  /** The canonical path of a page, or null. Nothing else is stored, so clients can't fill the disk. */
  findPage: (path: string) => Promise<string | null>
}

export function trackRoutes({ requestCounter, findPage }: Options) {
  const rate = createRateLimit(EVENTS)
  /** 202 unless the event is in the database: a crash could still lose it. */
  const done = async (counted: Promise<Recorded>) =>
    (await counted) === 'written' ? DONE : jsonResponse(DONE, ACCEPTED)

  return [
    route({
      method: 'POST',
      path: '/api/track/password-generated',
      access: 'public',
      rate,
      body: PasswordGenerated,
      summary: 'Count a generated password',
      response: Done,
      handle: ({ call, body }) =>
        done(requestCounter.countEvent(call, COUNTERS.passwordGenerated, body.type)),
    }),
    route({
      method: 'POST',
      path: '/api/track/password-checked',
      access: 'public',
      rate,
      body: PasswordChecked,
      summary: 'Count a checked password',
      response: Done,
      handle: ({ call, body }) =>
        done(
          requestCounter.countEvent(call, COUNTERS.passwordChecked, String(strengthBucket(body.strength))),
        ),
    }),
    route({
      method: 'POST',
      path: '/api/track/page-view',
      access: 'public',
      rate,
      body: PageView,
      summary: 'Count a page view inside the app',
      response: Done,
      handle: async ({ call, body: { path } }) => {
        const page = await findPage(path)
        if (page === null) throw invalid(UNKNOWN_PAGE, { path: UNKNOWN_PAGE })
        return done(requestCounter.countNavigation(call, page))
      },
    }),
    route({
      method: 'POST',
      path: '/api/track/feedback',
      access: 'public',
      rate,
      body: Feedback,
      summary: "Count an answer to 'Was this helpful?'",
      response: Done,
      handle: ({ call, body }) =>
        done(requestCounter.countEvent(call, body.helpful ? COUNTERS.helpful : COUNTERS.unhelpful)),
    }),
  ]
}
