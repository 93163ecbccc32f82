import * as z from 'zod/mini'
import { CreatedToken, NewToken, PersonalToken } from '#domain/accounts.ts'
import { may } from '#domain/permissions.ts'
import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/errors.ts'
import { ById } from '#src/http/ids.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { createPersonalToken, deletePersonalToken, listPersonalTokens } from './store.ts'

/** One's own tokens for programs. */
export function personalTokenRoutes({ db, now }: Pick<Deps, 'db' | 'now'>) {
  return [
    route({
      method: 'GET',
      path: '/api/admin/tokens',
      access: 'read',
      sessionOnly: true,
      summary: "List one's own personal tokens",
      answer: z.array(PersonalToken),
      handle: ({ user }) => listPersonalTokens(db, user.id, now()),
    }),
    route({
      method: 'POST',
      path: '/api/admin/tokens',
      access: 'read',
      needsProof: true,
      body: NewToken,
      summary: 'Create a personal token',
      note: 'For programs: it is sent like the token of a sign-in, may always read, and can neither manage accounts nor download backups. `token` is answered this once.',
      status: 201,
      answer: CreatedToken,
      handle: ({ user, actor, body }) => {
        if (!body.permissions.every((permission) => may(user.role, permission))) {
          const message = 'A token may do no more than you may'
          throw invalid(message, { permissions: message })
        }
        return createPersonalToken(db, { ...actor, userId: user.id }, body, now())
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/tokens/:id',
      access: 'read',
      sessionOnly: true,
      params: ById,
      summary: "End one of one's own personal tokens",
      answer: Done,
      handle: async ({ user, actor, params: { id } }) => {
        await deletePersonalToken(db, actor, { userId: user.id, tokenId: id }, now())
        return DONE
      },
    }),
  ]
}
