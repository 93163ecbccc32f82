import type { EditedUser } from '#domain/accounts.ts'
import { ROLE_LABELS } from '#domain/permissions.ts'
import { DEFAULT_ROLE, NewUser, ROLES, type User, UserEdit } from '#domain/users.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { AS_TYPED, TextField } from '#web/ui/field.tsx'
import { optionsOf, SelectField } from '#web/ui/select-field.tsx'
import { recentPasskeysNote } from './recent-passkeys-note.ts'

type Saved = { id: number; data: UserEdit } | { id: null; data: NewUser }

type Props = { user: User | null; onCreated?: (user: User) => void; onClose: () => void }

/** `user` is null for a new one; a blank password keeps the current one. */
export function UserDialog({ user, onCreated, onClose }: Props) {
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
    onSuccess: (saved) => {
      onClose()
      if (!user) onCreated?.(saved)
    },
  })
  const form = useForm({
    initial: {
      username: user?.username ?? '',
      email: user?.email ?? '',
      password: '',
      role: user?.role ?? DEFAULT_ROLE,
      isActive: user?.isActive ?? true,
    },
    parse: (values) => {
      const { password, ...account } = values
      const parsed = user
        ? { id: user.id, ...UserEdit.safeParse(password === '' ? account : values) }
        : { id: null, ...NewUser.safeParse(values) }
      return parsed.success ? { success: true, data: parsed } : parsed
    },
    sending: save,
  })
  const { username, email, role, isActive } = form.values

  return (
    <FormDialog
      form={form}
      action={user ? 'Save Changes' : 'Create User'}
      onClose={onClose}
      title={user ? 'Edit User' : 'Add User'}
    >
      <TextField label="Username" required autoComplete="off" {...AS_TYPED} {...form.bind('username')} />
      <TextField label="Email" required type="email" autoComplete="off" {...form.bind('email')} />
      <NewPasswordField
        label="Password"
        required={!user}
        emptyHint={user ? 'Leave blank to keep the current password.' : undefined}
        known={[username, email]}
        {...form.bind('password')}
      />
      <SelectField
        label="Role"
        options={optionsOf(ROLES, ROLE_LABELS)}
        value={role}
        onChange={(role) => form.set({ role })}
      />
      <label className="flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          className="size-5 accent-(--accent)"
          checked={isActive}
          onChange={({ target }) => form.set({ isActive: target.checked })}
        />
        Active User
      </label>
    </FormDialog>
  )
}
