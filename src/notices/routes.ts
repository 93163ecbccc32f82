import * as z from 'zod/mini'
import { ChannelState, NOTICES_PATH, NoticeTest } from '#domain/notices.ts'
import type { Deps } from '#src/deps.ts'
import { conflict } from '#src/errors.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { route } from '#src/route.ts'

/** Of one user; each asks other servers. */
const TESTS = { attempts: 5, seconds: 60 }

/** How the operator is told of what happens, and a try of it. */
export function noticeRoutes({ notices }: Pick<Deps, 'notices'>) {
  const tests = createRateLimit(TESTS)
  return [
    route({
      method: 'GET',
      path: NOTICES_PATH,
      access: 'read',
      summary: 'List the ways by which notices are sent, and how the last one went',
      answer: z.array(ChannelState),
      handle: () => notices.state(),
    }),
    route({
      method: 'POST',
      path: `${NOTICES_PATH}/test`,
      access: 'notices.test',
      summary: 'Send a test notice',
      answer: z.array(NoticeTest),
      handle: async ({ actor }) => {
        await tests.take(String(actor.userId))
        const outcomes = await notices.test()
        if (outcomes.length > 0) return outcomes
        throw conflict('Notices are not set up. Start the server with NOTIFY_EMAIL or WEBHOOK_URL.')
      },
    }),
  ]
}
