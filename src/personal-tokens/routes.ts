import * as z from 'zod/mini'
import { CreatedToken, NewToken, PersonalToken } from '#domain/accounts.ts'
import { may } from '#domain/permissions.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { IdParams } from '#src/http/id-params.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { createPersonalToken, deletePersonalToken, listPersonalTokens } from './store.ts'

export function personalTokenRoutes({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return [
    route({
      method: 'GET',
      path: '/api/admin/tokens',
      access: 'read',
      sessionOnly: true,
      summary: 'List your own personal tokens',
      response: z.array(PersonalToken),
      handle: ({ user }) => listPersonalTokens(db, user.id, now()),
    }),
    route({
      method: 'POST',
      path: '/api/admin/tokens',
      access: 'read',
      needsProof: 'explicit',
      body: NewToken,
      summary: 'Create a personal token',
      note: "For programs. Send it like a session token. It can always read, but can't manage accounts or download backups. Only `backups.delete` and the `deleteMany` permissions allow what can't be undone. `token` is returned only once.",
      status: 201,
      response: CreatedToken,
      handle: ({ user, actor, body }) => {
        if (!body.permissions.every((permission) => may(user.role, permission))) {
          const message = "A token can't have permissions that you don't have"
          throw invalid(message, { permissions: message })
        }
        return createPersonalToken(db, { ...actor, userId: user.id }, body, now())
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/tokens/:id',
      access: 'read',
      needsProof: 'explicit',
      params: IdParams,
      summary: 'Delete one of your own personal tokens',
      response: Done,
      handle: async ({ user, actor, params: { id } }) => {
        await deletePersonalToken(db, actor, { userId: user.id, tokenId: id }, now())
        return DONE
      },
    }),
  ]
}
