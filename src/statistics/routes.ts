import { Elysia } from 'elysia'
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
import { Done, describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import type { Visits } from './visits.ts'

type Options = {
  visits: Visits
  /** The path of the page that is shown at a path; null: nothing else is stored, or strangers could fill the disk. */
  findPage: (path: string) => Promise<string | null>
}

/** What the browser reports by itself. */
export function trackRoutes({ visits, findPage }: Options) {
  const done = async (counted: Promise<void>) => {
    await counted
    return jsonAnswer({ success: true })
  }

  return new Elysia({ prefix: '/api/track' })
    .post(
      '/password-generated',
      ({ request, body }) => done(visits.happened(request, COUNTED.passwordGenerated, body.type)),
      { body: PasswordGenerated, ...describe({ summary: 'Count a generated password', answer: Done }) },
    )
    .post(
      '/password-checked',
      ({ request, body }) =>
        done(visits.happened(request, COUNTED.passwordChecked, String(strengthBucket(body.strength)))),
      { body: PasswordChecked, ...describe({ summary: 'Count a checked password', answer: Done }) },
    )
    .post(
      '/page-view',
      async ({ request, body: { path } }) => {
        const page = await findPage(path)
        if (page === null) throw invalid(UNKNOWN_PAGE, { path: UNKNOWN_PAGE })
        return done(visits.pageShown(request, page))
      },
      {
        body: PageView,
        ...describe({ summary: 'Count a page that the browser showed by itself', answer: Done }),
      },
    )
    .post(
      '/feedback',
      ({ request, body }) =>
        done(visits.happened(request, body.helpful ? COUNTED.helpful : COUNTED.unhelpful)),
      { body: Feedback, ...describe({ summary: "Count an answer to 'Was this helpful?'", answer: Done }) },
    )
}
