import { LINK_HOURS, LinkInput, LinkOwner, PasswordByLink, PasswordLink } from '#domain/accounts.ts'
import type { Deps } from '#src/deps.ts'
import { ById } from '#src/http/ids.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { refuseGuessable } from './guessable.ts'
import { createPasswordLink, findLinkOwner, setPasswordByLink } from './password-links.ts'

/** From one network; what is set makes the server hash a password. */
const TRIES = { attempts: 10, seconds: 60 }

/** One-time links by which administrators set passwords of their own. */
export function passwordLinkRoutes({ db, now, passwords, config: { siteName } }: Deps) {
  const rate = createRateLimit(TRIES)
  return [
    route({
      method: 'POST',
      path: '/api/admin/users/:id/password-link',
      access: 'users.write',
      needsProof: true,
      params: ById,
      summary: 'Make a link by which an administrator sets a new password',
      note: `It works once, within ${LINK_HOURS} hours, and is answered this once; one made before ends.`,
      status: 201,
      answer: PasswordLink,
      handle: ({ actor, params: { id } }) => createPasswordLink(db, actor, id, now()),
    }),
    route({
      method: 'POST',
      path: '/api/admin/password-link/check',
      access: 'public',
      rate,
      body: LinkInput,
      summary: 'Ask whose password a link sets',
      answer: LinkOwner,
      handle: async ({ body: { link } }) => ({ username: (await findLinkOwner(db, link, now())).username }),
    }),
    route({
      method: 'POST',
      path: '/api/admin/password-link',
      access: 'public',
      rate,
      body: PasswordByLink,
      summary: 'Set a new password by a link',
      answer: Done,
      handle: async ({ call: { address }, body: { link, password } }) => {
        const owner = await findLinkOwner(db, link, now())
        refuseGuessable(password, { ...owner, siteName })
        await setPasswordByLink(db, { link, address }, owner, await passwords.hash(password), now())
        return DONE
      },
    }),
  ]
}
