import { type FormEvent, useId, useState } from 'react'
import type { EditedUser } from '#domain/accounts.ts'
import { DEFAULT_ROLE, NewUser, ROLE_LABELS, ROLES, type Role, type User, UserEdit } from '#domain/users.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { fieldsOf } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, TextField } from '#web/ui/field.tsx'
import { recentPasskeysNote } from './recent-passkeys-note.ts'

type Saved = { id: number; data: UserEdit } | { id: null; data: NewUser }

/** `user` is null for a new one; a blank password keeps the current one. */
export function UserDialog({ user, onClose }: { user: User | null; onClose: () => void }) {
  const formId = useId()
  const { form, errors, showErrors, clear } = useFormErrors()
  const [input, setInput] = useState({
    username: user?.username ?? '',
    email: user?.email ?? '',
    password: '',
    role: user?.role ?? DEFAULT_ROLE,
    isActive: user?.isActive ?? true,
  })
  const save = useAdminMutation({
    run: ({ id, data }: Saved): Promise<EditedUser> =>
      id === null
        ? callAdmin('POST', '/api/admin/users', { body: data })
        : callAdmin('PUT', '/api/admin/users/:id', { params: { id }, body: data }),
    success: (data) => ({
      title: user ? 'User updated successfully' : 'User created successfully',
      ...recentPasskeysNote(data),
    }),
    failure: user ? 'Failed to update user' : 'Failed to create user',
    refreshes: [['/api/admin/users']],
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { password, ...account } = input
    const parsed = user
      ? { id: user.id, ...UserEdit.safeParse(password === '' ? account : input) }
      : { id: null, ...NewUser.safeParse(input) }
    if (!parsed.success) return showErrors(fieldErrors(parsed.error))
    clear()
    save.mutate(parsed, { onError: (error) => showErrors(fieldsOf(error)) })
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={user ? 'Edit User' : 'Add User'}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={save.isPending}>
            {user ? 'Save Changes' : 'Create User'}
          </Button>
        </>
      }
    >
      <form {...form} id={formId} onSubmit={submit} className="space-y-4">
        <TextField
          label="Username"
          name="username"
          error={errors.username}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={input.username}
          onChange={(event) => setInput({ ...input, username: event.target.value })}
        />
        <TextField
          label="Email"
          name="email"
          error={errors.email}
          required
          type="email"
          autoComplete="off"
          value={input.email}
          onChange={(event) => setInput({ ...input, email: event.target.value })}
        />
        <NewPasswordField
          label="Password"
          name="password"
          required={!user}
          emptyHint={user ? 'Leave blank to keep the current password.' : undefined}
          error={errors.password}
          known={[input.username, input.email]}
          value={input.password}
          onChange={(password) => setInput({ ...input, password })}
        />
        <Field label="Role">
          {(control) => (
            <select
              {...control}
              className={`${control.className} min-h-11`}
              value={input.role}
              onChange={(event) => setInput({ ...input, role: toRole(event.target.value) })}
            >
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {ROLE_LABELS[role]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <label className="flex min-h-10 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 accent-(--accent)"
            checked={input.isActive}
            onChange={(event) => setInput({ ...input, isActive: event.target.checked })}
          />
          Active User
        </label>
      </form>
    </Dialog>
  )
}

const toRole = (value: string): Role => ROLES.find((role) => role === value) ?? DEFAULT_ROLE
