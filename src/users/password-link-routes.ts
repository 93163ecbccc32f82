import {
  LINK_HOURS,
  LinkInput,
  LinkOwner,
  PasswordByLink,
  PasswordLink,
  PasswordSet,
} from '#domain/accounts.ts'
import type { Deps } from '#src/deps.ts'
import { IdParams } from '#src/http/id-params.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { DONE } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { createPasswordLink, findLinkOwner, setPasswordByLink } from './password-links.ts'
import { REMOVES_PASSKEYS } from './recent-passkeys.ts'
import { refuseGuessable } from './refuse-guessable.ts'

/** Per network: setting a password costs a hash. */
const ATTEMPTS = { attempts: 10, seconds: 60 }

export function passwordLinkRoutes({ db, now, passwords, config: { siteName } }: Deps) {
  const rate = createRateLimit(ATTEMPTS)
  return [
    route({
      method: 'POST',
      path: '/api/admin/users/:id/password-link',
      access: 'users.write',
      needsProof: 'explicit',
      params: IdParams,
      summary: "Create a one-time link to set an administrator's password",
      note: `Works once, within ${LINK_HOURS} hours. Returned only once; replaces earlier links.`,
      status: 201,
      response: PasswordLink,
      handle: ({ actor, params: { id } }) => createPasswordLink(db, actor, id, now()),
    }),
    route({
      method: 'POST',
      path: '/api/admin/password-link/check',
      access: 'public',
      rate,
      body: LinkInput,
      summary: 'Get the owner of a password link',
      response: LinkOwner,
      handle: async ({ body: { link } }) => ({ username: (await findLinkOwner(db, link, now())).username }),
    }),
    route({
      method: 'POST',
      path: '/api/admin/password-link',
      access: 'public',
      rate,
      body: PasswordByLink,
      summary: 'Set a password with a link',
      note: `Also ${REMOVES_PASSKEYS}`,
      response: PasswordSet,
      handle: async ({ call: { address }, body: { link, password } }) => {
        const owner = await findLinkOwner(db, link, now())
        refuseGuessable(password, { ...owner, siteName })
        const hash = await passwords.hash(password)
        const recentPasskeys = await setPasswordByLink(db, { link, address }, owner, hash, now())
        return { ...DONE, ...recentPasskeys }
      },
    }),
  ]
}
