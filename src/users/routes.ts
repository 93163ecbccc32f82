import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { EditedUser, PasswordSet } from '#domain/accounts.ts'
import { MESSAGES, NewUser, PasswordChange, USER_SORTS, User, UserEdit } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { conflict, invalid, notFound } from '#src/errors.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import type { Call } from '#src/http/call.ts'
import { IdParams } from '#src/http/id-params.ts'
import { listResponse, sortedBy, WholeList } from '#src/http/paging.ts'
import type { Access } from '#src/sessions/access.ts'
import { authorize, type SignedIn } from '#src/sessions/guard.ts'
import { requirePassword } from '#src/sessions/require-password.ts'
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

export function userRoutes(deps: Deps, access: Access) {
  const { db, now, passwords, config } = deps
  const { siteName } = config

  async function refuseSamePassword({ username }: User, password: string): Promise<void> {
    const account = await findCredentials(db, username)
    const isSame = await passwords.matches(password, account?.passwordHash ?? null, 'newPasswords')
    if (isSame) throw invalid(MESSAGES.samePassword, { password: MESSAGES.samePassword })
  }

  /** Someone who has only a stolen passkey doesn't know the password that someone else set. */
  async function requireCurrentPassword(
    caller: SignedIn,
    { currentPassword: password }: PasswordChange,
    call: Call,
  ): Promise<void> {
    const field = 'currentPassword'
    if (!password)
      throw invalid(MESSAGES.missingCurrentPassword, { [field]: MESSAGES.missingCurrentPassword })
    await requirePassword(deps, caller, { password, field }, call)
  }

  /** The caller may have lost their access while the hash was queued. */
  async function hashFor(call: Call, password: string): Promise<string> {
    const passwordHash = await passwords.hash(password)
    await call.authorizeAgain()
    return passwordHash
  }

  return new Elysia()
    .use(access)
    .get('/api/admin/users', async ({ query }) => listResponse(await readUsers(db, query)), {
      access: 'read',
      query: Query,
      response: answers(z.array(User)),
      detail: { summary: 'List administrators, oldest first by default' },
    })
    .post(
      '/api/admin/users',
      async ({ status, call, actor, body: { password, ...account } }) => {
        refuseGuessable(password, { ...account, siteName })
        const passwordHash = await hashFor(call, password)
        return status(201, await createUser(db, actor, account, passwordHash, now()))
      },
      {
        access: { permission: 'users.write', proof: true },
        body: NewUser,
        response: { 201: answers(User) },
        detail: { summary: 'Create an administrator' },
      },
    )
    .put(
      '/api/admin/users/:id',
      async ({ call, user, actor, params: { id }, body: { password, ...edit } }) => {
        refuseSelfChange(user, id, edit)
        if (password !== undefined) refuseGuessable(password, { ...edit, siteName })
        const passwordHash = password === undefined ? undefined : await hashFor(call, password)
        const { user: edited, recentPasskeys } = await updateUser(db, actor, id, edit, passwordHash, now())
        return { ...edited, ...recentPasskeys }
      },
      {
        access: { permission: 'users.write', proof: true },
        params: IdParams,
        body: UserEdit,
        response: answers(EditedUser),
        detail: { summary: 'Update an administrator' },
      },
    )
    .post(
      '/api/admin/users/:id/reset-password',
      async ({ call, user, actor, params: { id }, body, caller }) => {
        if (user.id !== id) authorize(caller, { access: 'users.write' })
        const owner = await findUser(db, id)
        if (!owner) throw notFound('User')
        refuseGuessable(body.password, { ...owner, siteName })
        if (caller.mustChangePassword) {
          if (caller.isByPasskey) await requireCurrentPassword(caller, body, call)
          await refuseSamePassword(owner, body.password)
        }
        const passwordHash = await hashFor(call, body.password)
        const { recentPasskeys } = await setPassword(db, actor, id, passwordHash, now())
        return { ...DONE, ...recentPasskeys }
      },
      {
        access: { permission: 'read', proof: true, beforePasswordChange: true, beforeSecondStep: true },
        params: IdParams,
        body: PasswordChange,
        response: answers(PasswordSet),
        detail: {
          summary: "Reset your own password or, as a super admin, anyone's",
          description: `For other users, also ${REMOVES_PASSKEYS}`,
        },
      },
    )
    .post(
      '/api/admin/users/:id/toggle-status',
      async ({ user, actor, params: { id } }) => {
        if (user.id === id) throw conflict('You cannot deactivate your own account')
        return toggleUser(db, actor, id, now())
      },
      {
        access: { permission: 'users.write', sessionOnly: true },
        params: IdParams,
        response: answers(User),
        detail: { summary: 'Activate or deactivate an administrator' },
      },
    )
    .delete(
      '/api/admin/users/:id',
      async ({ user, actor, params: { id } }) => {
        if (user.id === id) throw conflict('You cannot delete your own account')
        await deleteUser(db, actor, id, now())
        return DONE
      },
      {
        access: { permission: 'users.write', proof: true },
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Delete an administrator' },
      },
    )
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
