import { Elysia, status } from 'elysia'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
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
import { answers, DONE, Done } from '#src/http/answers.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import type { Access } from '#src/sessions/access.ts'
import type { Recorded } from './event-buffer.ts'
import type { RequestCounter } from './request-counter.ts'

const Counted = { 200: answers(Done), 202: answers(Done) }

type Options = {
  requestCounter: RequestCounter
  /** The canonical path of a page, or null. Nothing else is stored, so clients can't fill the disk. */
  findPage: (path: string) => Promise<string | null>
}

export function trackRoutes({ requestCounter, findPage }: Options, access: Access) {
  const rate = createRateLimit(RATE_LIMITS.events)
  /** 202 unless the event is in the database: a crash could still lose it. */
  const done = async (counted: Promise<Recorded>) =>
    (await counted) === 'written' ? DONE : status(202, DONE)

  return new Elysia()
    .use(access)
    .post(
      '/api/track/password-generated',
      ({ call, body }) => done(requestCounter.countEvent(call, COUNTERS.passwordGenerated, body.type)),
      {
        open: { rate },
        body: PasswordGenerated,
        response: Counted,
        detail: { summary: 'Count a generated password' },
      },
    )
    .post(
      '/api/track/password-checked',
      ({ call, body }) =>
        done(
          requestCounter.countEvent(call, COUNTERS.passwordChecked, String(strengthBucket(body.strength))),
        ),
      {
        open: { rate },
        body: PasswordChecked,
        response: Counted,
        detail: { summary: 'Count a checked password' },
      },
    )
    .post(
      '/api/track/page-view',
      async ({ call, body: { path } }) => {
        const page = await findPage(path)
        if (page === null) throw invalid(UNKNOWN_PAGE, { path: UNKNOWN_PAGE })
        return done(requestCounter.countNavigation(call, page))
      },
      {
        open: { rate },
        body: PageView,
        response: Counted,
        detail: { summary: 'Count a page view inside the app' },
      },
    )
    .post(
      '/api/track/feedback',
      ({ call, body }) =>
        done(requestCounter.countEvent(call, body.helpful ? COUNTERS.helpful : COUNTERS.unhelpful)),
      {
        open: { rate },
        body: Feedback,
        response: Counted,
        detail: { summary: "Count an answer to 'Was this helpful?'" },
      },
    )
}
