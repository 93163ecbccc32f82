import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { ChannelState, NOTICES_PATH, NoticeTest } from '#domain/notices.ts'
import type { Deps } from '#src/deps.ts'
import { conflict } from '#src/errors.ts'
import { answers } from '#src/http/answers.ts'
import type { Access } from '#src/sessions/access.ts'

export function noticeRoutes(
  { notices, sharedLimits }: Pick<Deps, 'notices' | 'sharedLimits'>,
  access: Access,
) {
  return new Elysia()
    .use(access)
    .get(NOTICES_PATH, () => notices.state(), {
      access: 'read',
      response: answers(z.array(ChannelState)),
      detail: { summary: 'List notice channels and their last result' },
    })
    .post(
      `${NOTICES_PATH}/test`,
      async ({ actor }) => {
        await sharedLimits.take([{ of: 'testNoticesOfUser', key: String(actor.userId) }])
        const outcomes = await notices.test()
        if (outcomes.length > 0) return outcomes
        throw conflict('Notices are not set up. Start the server with NOTIFY_EMAIL or WEBHOOK_URL.')
      },
      {
        access: 'notices.test',
        response: answers(z.array(NoticeTest)),
        detail: { summary: 'Send a test notice' },
      },
    )
}
