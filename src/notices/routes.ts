import * as z from 'zod/mini'
import { ChannelState, NOTICES_PATH, NoticeTest } from '#domain/notices.ts'
import type { Deps } from '#src/deps.ts'
import { conflict } from '#src/errors.ts'
import { route } from '#src/route.ts'

/** Per user, because each contacts other servers. */
const TESTS = { attempts: 5, seconds: 60 }

export function noticeRoutes({ notices, sharedLimits }: Pick<Deps, 'notices' | 'sharedLimits'>) {
  const tests = sharedLimits.window('test notices', TESTS)
  return [
    route({
      method: 'GET',
      path: NOTICES_PATH,
      access: 'read',
      summary: 'List notice channels and their last result',
      response: z.array(ChannelState),
      handle: () => notices.state(),
    }),
    route({
      method: 'POST',
      path: `${NOTICES_PATH}/test`,
      access: 'notices.test',
      summary: 'Send a test notice',
      response: z.array(NoticeTest),
      handle: async ({ actor }) => {
        await tests.take(String(actor.userId))
        const outcomes = await notices.test()
        if (outcomes.length > 0) return outcomes
        throw conflict('Notices are not set up. Start the server with NOTIFY_EMAIL or WEBHOOK_URL.')
      },
    }),
  ]
}
