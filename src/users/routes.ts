import * as z from 'zod/mini'
import { MESSAGES, NewUser, PasswordReset, USER_SORTS, User, UserEdit } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { conflict, invalid, notFound } from '#src/errors.ts'
import { ById } from '#src/http/ids.ts'
import { listAnswer, sortedBy, WholeList } from '#src/http/paging.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { authorize } from '#src/sessions/guard.ts'
import { refuseGuessable } from './guessable.ts'
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

/** Administrators: everyone signed in reads them, super admins write them, everyone may set their own password. */
export function userRoutes({ db, now, passwords, config: { siteName } }: Deps) {
  /** Whoever typed the present password knows it. */
  async function refuseGiven({ username }: User, password: string): Promise<void> {
    const account = await findCredentials(db, username)
    const isSame = await passwords.matches(password, account?.passwordHash ?? null, 'administrators')
    if (isSame) throw invalid(MESSAGES.samePassword, { password: MESSAGES.samePassword })
  }

  return [
    route({
      method: 'GET',
      path: '/api/admin/users',
      access: 'read',
      query: Query,
      summary: 'List the administrators, in the order of their creation unless told otherwise',
      answer: z.array(User),
      handle: async ({ query }) => listAnswer(await readUsers(db, query)),
    }),
    route({
      method: 'POST',
      path: '/api/admin/users',
      access: 'users.write',
      needsProof: true,
      body: NewUser,
      summary: 'Create an administrator',
      status: 201,
      answer: User,
      handle: async ({ actor, body: { password, ...account } }) => {
        refuseGuessable(password, { ...account, siteName })
        const passwordHash = await passwords.hash(password)
        return await createUser(db, actor, account, passwordHash, now())
      },
    }),
    route({
      method: 'PUT',
      path: '/api/admin/users/:id',
      access: 'users.write',
      needsProof: true,
      params: ById,
      body: UserEdit,
      summary: 'Update an administrator',
      answer: User,
      handle: async ({ user, actor, params: { id }, body: { password, ...edit } }) => {
        refuseSelfChange(user, id, edit)
        if (password !== undefined) refuseGuessable(password, { ...edit, siteName })
        const passwordHash = password === undefined ? undefined : await passwords.hash(password)
        return updateUser(db, actor, id, edit, passwordHash, now())
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/users/:id/reset-password',
      access: 'read',
      needsProof: true,
      beforePasswordChange: true,
      beforeSecondStep: true,
      params: ById,
      body: PasswordReset,
      summary: 'Reset your own password, or as a super admin any password',
      answer: Done,
      handle: async ({ params: { id }, body, ...caller }) => {
        const { user, actor } = caller
        if (user.id !== id) authorize(caller, { access: 'users.write' })
        const owner = await findUser(db, id)
        if (!owner) throw notFound('User')
        refuseGuessable(body.password, { ...owner, siteName })
        if (caller.mustChangePassword) await refuseGiven(owner, body.password)
        await setPassword(db, actor, id, await passwords.hash(body.password), now())
        return DONE
      },
    }),
    route({
      method: 'POST',
      path: '/api/admin/users/:id/toggle-status',
      access: 'users.write',
      sessionOnly: true,
      params: ById,
      summary: 'Activate or deactivate an administrator',
      answer: User,
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
      params: ById,
      summary: 'Delete an administrator',
      answer: Done,
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
