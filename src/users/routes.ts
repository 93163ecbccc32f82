import * as z from 'zod/mini'
import { EditedUser, PasswordSet } from '#domain/accounts.ts'
import { MESSAGES, NewUser, PasswordChange, USER_SORTS, User, UserEdit } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { conflict, invalid, notFound } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import { IdParams } from '#src/http/id-params.ts'
import { listResponse, sortedBy, WholeList } from '#src/http/paging.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { authorize, type SignedIn } from '#src/sessions/guard.ts'
import { requirePassword } from '#src/sessions/require-password.ts'
import { createThrottle } from '#src/sessions/throttle.ts'
import { REMOVES_PASSKEYS } from './recent-passkeys.ts'
import { refuseGuessable } from './refuse-guessable.ts'
import {
  createUser,
  deleteUser,
  findCredentials,
  findUser,
  readUsers,
  setPassword,
  toggleUser,
  updateUser,
} from './store.ts'

const Query = z.object({ ...WholeList, ...sortedBy(USER_SORTS, 'asc') })

export function userRoutes(deps: Deps) {
  const { db, reads, now, passwords, config, sharedLimits } = deps
  const { siteName } = config
  const throttle = createThrottle(sharedLimits, 'password')

  async function refuseSamePassword({ username }: User, password: string): Promise<void> {
    const account = await findCredentials(db, username)
    const isSame = await passwords.matches(password, account?.passwordHash ?? null, 'newPasswords')
    if (isSame) throw invalid(MESSAGES.samePassword, { password: MESSAGES.samePassword })
  }

  /** Whoever has only a stolen passkey doesn't know the password that someone else set. */
  async function requireCurrentPassword(
    caller: SignedIn & { call: Call },
    { currentPassword: password }: PasswordChange,
  ): Promise<void> {
    const field = 'currentPassword'
    if (!password)
      throw invalid(MESSAGES.missingCurrentPassword, { [field]: MESSAGES.missingCurrentPassword })
    await requirePassword(deps, throttle, caller, { password, field }, caller.call)
  }

  /** The caller may have lost their access while the hash was queued. */
  async function hashFor(call: Call, password: string): Promise<string> {
    const passwordHash = await passwords.hash(password)
    await call.authorizeAgain()
    return passwordHash
  }

  return [
    route({
      method: 'GET',
      path: '/api/admin/users',
      access: 'read',
      query: Query,
      summary: 'List administrators, oldest first by default',
      response: z.array(User),
      handle: async ({ query }) => listResponse(await readUsers(reads.db, query)),
    }),
    route({
      method: 'POST',
      path: '/api/admin/users',
      access: 'users.write',
      needsProof: true,
      body: NewUser,
      summary: 'Create an administrator',
      status: 201,
      response: User,
      handle: async ({ call, actor, body: { password, ...account } }) => {
        refuseGuessable(password, { ...account, siteName })
        const passwordHash = await hashFor(call, password)
        return await createUser(db, actor, account, passwordHash, now())
      },
    }),
    route({
      method: 'PUT',
      path: '/api/admin/users/:id',
      access: 'users.write',
      needsProof: true,
      params: IdParams,
      body: UserEdit,
      summary: 'Update an administrator',
      response: EditedUser,
      handle: async ({ call, user, actor, params: { id }, body: { password, ...edit } }) => {
        refuseSelfChange(user, id, edit)
        if (password !== undefined) refuseGuessable(password, { ...edit, siteName })
        const passwordHash = password === undefined ? undefined : await hashFor(call, password)
        const { user: edited, recentPasskeys } = await updateUser(db, actor, id, edit, passwordHash, now())
        return { ...edited, ...recentPasskeys }
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/users/:id/reset-password',
      access: 'read',
      needsProof: true,
      beforePasswordChange: true,
      beforeSecondStep: true,
      params: IdParams,
      body: PasswordChange,
      summary: "Reset your own password or, as a super admin, anyone's",
      note: `For other users, also ${REMOVES_PASSKEYS}`,
      response: PasswordSet,
      handle: async ({ params: { id }, body, ...caller }) => {
        const { user, actor, call } = caller
        if (user.id !== id) authorize(caller, { access: 'users.write' })
        const owner = await findUser(db, id)
        if (!owner) throw notFound('User')
        refuseGuessable(body.password, { ...owner, siteName })
        if (caller.mustChangePassword) {
          if (caller.isByPasskey) await requireCurrentPassword(caller, body)
          await refuseSamePassword(owner, body.password)
        }
        const passwordHash = await hashFor(call, body.password)
        const { recentPasskeys } = await setPassword(db, actor, id, passwordHash, now())
        return { ...DONE, ...recentPasskeys }
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/users/:id/toggle-status',
      access: 'users.write',
      sessionOnly: true,
      params: IdParams,
      summary: 'Activate or deactivate an administrator',
      response: User,
      handle: async ({ user, actor, params: { id } }) => {
        if (user.id === id) throw conflict('You cannot deactivate your own account')
        return toggleUser(db, actor, id, now())
      },
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/users/:id',
      access: 'users.write',
      needsProof: true,
      params: IdParams,
      summary: 'Delete an administrator',
      response: Done,
      handle: async ({ user, actor, params: { id } }) => {
        if (user.id === id) throw conflict('You cannot delete your own account')
        await deleteUser(db, actor, id, now())
        return DONE
      },
    }),
  ]
}

function refuseSelfChange(
  self: User,
  id: number,
  { role, isActive }: Pick<UserEdit, 'role' | 'isActive'>,
): void {
  if (self.id !== id) return
  if (role !== undefined && role !== self.role) throw conflict('You cannot change your own role')
  if (isActive === false) throw conflict('You cannot deactivate your own account')
}
