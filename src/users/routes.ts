import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { may } from '#domain/permissions.ts'
import { NewUser, PasswordReset, User, UserEdit } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import { conflict, forbidden, notFound } from '#src/errors.ts'
import { Done, describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { ById } from '#src/http/ids.ts'
import { actorOf, signedIn } from '#src/sessions/guard.ts'
import { refuseGuessable } from './guessable.ts'
import { createUser, deleteUser, findUser, listUsers, setPassword, toggleUser, updateUser } from './store.ts'

/** Administrators: everyone signed in reads them, super admins write them, everyone may set their own password. */
export function userRoutes({ db, now, passwords, config: { siteName } }: Deps) {
  return new Elysia()
    .get(
      '/api/admin/users',
      () => listUsers(db),
      describe({ summary: 'List the administrators', permission: 'read', answer: z.array(User) }),
    )
    .post(
      '/api/admin/users',
      async ({ body: { password, ...account }, request }) => {
        refuseGuessable(password, { ...account, siteName })
        const passwordHash = await passwords.hash(password)
        return jsonAnswer(await createUser(db, actorOf(request), account, passwordHash, now()), 201)
      },
      {
        body: NewUser,
        ...describe({
          summary: 'Create an administrator',
          permission: 'users.write',
          status: 201,
          answer: User,
        }),
      },
    )
    .put(
      '/api/admin/users/:id',
      async ({ params: { id }, body: { password, ...edit }, request }) => {
        refuseSelfChange(signedIn(request).user, id, edit)
        if (password !== undefined) refuseGuessable(password, { ...edit, siteName })
        const passwordHash = password === undefined ? undefined : await passwords.hash(password)
        return updateUser(db, actorOf(request), id, edit, passwordHash, now())
      },
      {
        params: ById,
        body: UserEdit,
        ...describe({ summary: 'Change an administrator', permission: 'users.write', answer: User }),
      },
    )
    .post(
      '/api/admin/users/:id/reset-password',
      async ({ params: { id }, body, request }) => {
        const { user } = signedIn(request)
        if (user.id !== id && !may(user.role, 'users.write')) throw forbidden()
        const owner = await findUser(db, id)
        if (!owner) throw notFound('User')
        refuseGuessable(body.password, { ...owner, siteName })
        await setPassword(db, actorOf(request), id, await passwords.hash(body.password), now())
        return { success: true }
      },
      {
        params: ById,
        body: PasswordReset,
        ...describe({
          summary: "Set a new password: one's own, or anyone's with the right to write users",
          permission: 'read',
          answer: Done,
        }),
      },
    )
    .post(
      '/api/admin/users/:id/toggle-status',
      async ({ params: { id }, request }) => {
        if (signedIn(request).user.id === id) throw conflict('You cannot deactivate your own account')
        return toggleUser(db, actorOf(request), id, now())
      },
      {
        params: ById,
        ...describe({
          summary: 'Activate or deactivate an administrator',
          permission: 'users.write',
          answer: User,
        }),
      },
    )
    .delete(
      '/api/admin/users/:id',
      async ({ params: { id }, request }) => {
        if (signedIn(request).user.id === id) throw conflict('You cannot delete your own account')
        await deleteUser(db, actorOf(request), id, now())
        return { success: true }
      },
      {
        params: ById,
        ...describe({ summary: 'Delete an administrator', permission: 'users.write', answer: Done }),
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
