import { Elysia } from 'elysia'
import {
  LINK_HOURS,
  LinkInput,
  LinkOwner,
  PasswordByLink,
  PasswordLink,
  PasswordSet,
} from '#domain/accounts.ts'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import type { Deps } from '#src/deps.ts'
import { answers, DONE } from '#src/http/answers.ts'
import { IdParams } from '#src/http/id-params.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import type { Access } from '#src/sessions/access.ts'
import { createPasswordLink, findLinkOwner, setPasswordByLink } from './password-links.ts'
import { REMOVES_PASSKEYS } from './recent-passkeys.ts'
import { refuseGuessable } from './refuse-guessable.ts'

export function passwordLinkRoutes({ db, now, passwords, config: { siteName } }: Deps, access: Access) {
  const rate = createRateLimit(RATE_LIMITS.passwordLinks)
  return new Elysia()
    .use(access)
    .post(
      '/api/admin/users/:id/password-link',
      async ({ status, actor, params: { id } }) =>
        status(201, await createPasswordLink(db, actor, id, now())),
      {
        access: { permission: 'users.write', proof: 'explicit' },
        params: IdParams,
        response: { 201: answers(PasswordLink) },
        detail: {
          summary: "Create a one-time link to set an administrator's password",
          description: `Works once, within ${LINK_HOURS} hours. Returned only once; replaces earlier links.`,
        },
      },
    )
    .post(
      '/api/admin/password-link/check',
      async ({ body: { link } }) => ({ username: (await findLinkOwner(db, link, now())).username }),
      {
        open: { rate: rate },
        body: LinkInput,
        response: answers(LinkOwner),
        detail: { summary: 'Get the owner of a password link' },
      },
    )
    .post(
      '/api/admin/password-link',
      async ({ call: { address }, body: { link, password } }) => {
        const owner = await findLinkOwner(db, link, now())
        refuseGuessable(password, { ...owner, siteName })
        const hash = await passwords.hash(password)
        const recentPasskeys = await setPasswordByLink(db, { link, address }, hash, now())
        return { ...DONE, ...recentPasskeys }
      },
      {
        open: { rate: rate },
        body: PasswordByLink,
        response: answers(PasswordSet),
        detail: { summary: 'Set a password with a link', description: `Also ${REMOVES_PASSKEYS}` },
      },
    )
}
