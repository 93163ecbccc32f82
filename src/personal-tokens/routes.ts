import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { CreatedToken, NewToken, PersonalToken } from '#domain/accounts.ts'
import { may } from '#domain/permissions.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import { IdParams } from '#src/http/id-params.ts'
import type { Access } from '#src/sessions/access.ts'
import { createPersonalToken, deletePersonalToken, listPersonalTokens } from './store.ts'

export function personalTokenRoutes({ db, now }: Pick<Deps, 'db' | 'now'>, access: Access) {
  return new Elysia()
    .use(access)
    .get('/api/admin/tokens', ({ user }) => listPersonalTokens(db, user.id, now()), {
      access: { permission: 'read', sessionOnly: true },
      response: answers(z.array(PersonalToken)),
      detail: { summary: 'List your own personal tokens' },
    })
    .post(
      '/api/admin/tokens',
      async ({ status, user, actor, body }) => {
        if (!body.permissions.every((permission) => may(user.role, permission))) {
          const message = "A token can't have permissions that you don't have"
          throw invalid(message, { permissions: message })
        }
        return status(201, await createPersonalToken(db, { ...actor, userId: user.id }, body, now()))
      },
      {
        access: { permission: 'read', proof: 'explicit' },
        body: NewToken,
        response: { 201: answers(CreatedToken) },
        detail: {
          summary: 'Create a personal token',
          description:
            "For programs. Send it like a session token. It can always read, but can't manage accounts or download backups. Only `backups.delete` and the `deleteMany` permissions allow what can't be undone. `token` is returned only once.",
        },
      },
    )
    .delete(
      '/api/admin/tokens/:id',
      async ({ user, actor, params: { id } }) => {
        await deletePersonalToken(db, actor, { userId: user.id, tokenId: id }, now())
        return DONE
      },
      {
        access: { permission: 'read', proof: 'explicit' },
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Delete one of your own personal tokens' },
      },
    )
}
