import {
  COUNTED,
  Feedback,
  PageView,
  PasswordChecked,
  PasswordGenerated,
  strengthBucket,
  UNKNOWN_PAGE,
} from '#domain/statistics.ts'
import { invalid } from '#src/errors.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import type { Visits } from './visits.ts'

/**
 * A dragged length slider makes dozens of events and 'Generate Multiple' ten: were those counted with other calls,
 * playing with the sliders would keep an administrator at the same address from working.
 */
const EVENTS = { attempts: 600, seconds: 60 }

type Options = {
  visits: Visits
  /** The path of the page that is shown at a path; null: nothing else is stored, or strangers could fill the disk. */
  findPage: (path: string) => Promise<string | null>
}

/** What the browser reports by itself. */
export function trackRoutes({ visits, findPage }: Options) {
  const rate = createRateLimit(EVENTS)
  const done = async (counted: Promise<void>) => {
    await counted
    return DONE
  }

  return [
    route({
      method: 'POST',
      path: '/api/track/password-generated',
      access: 'public',
      rate,
      body: PasswordGenerated,
      summary: 'Count a generated password',
      answer: Done,
      handle: ({ call, body }) => done(visits.happened(call, COUNTED.passwordGenerated, body.type)),
    }),
    route({
      method: 'POST',
      path: '/api/track/password-checked',
      access: 'public',
      rate,
      body: PasswordChecked,
      summary: 'Count a checked password',
      answer: Done,
      handle: ({ call, body }) =>
        done(visits.happened(call, COUNTED.passwordChecked, String(strengthBucket(body.strength)))),
    }),
    route({
      method: 'POST',
      path: '/api/track/page-view',
      access: 'public',
      rate,
      body: PageView,
      summary: 'Count a page view inside the app',
      answer: Done,
      handle: async ({ call, body: { path } }) => {
        const page = await findPage(path)
        if (page === null) throw invalid(UNKNOWN_PAGE, { path: UNKNOWN_PAGE })
        return done(visits.pageShown(call, page))
      },
    }),
    route({
      method: 'POST',
      path: '/api/track/feedback',
      access: 'public',
      rate,
      body: Feedback,
      summary: "Count an answer to 'Was this helpful?'",
      answer: Done,
      handle: ({ call, body }) =>
        done(visits.happened(call, body.helpful ? COUNTED.helpful : COUNTED.unhelpful)),
    }),
  ]
}
