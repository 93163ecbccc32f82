import { SESSION_DAYS } from '#domain/accounts.ts'
import { PasswordReset, type User } from '#domain/users.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { recentPasskeysNote } from './recent-passkeys-note.ts'

const OWN = 'You will be signed out everywhere and need the new password to sign in again.'

type Props = { user: User; isOwn?: boolean; onClose: () => void }

/** Sets a new password and ends all of the user's sessions. */
export function ResetPasswordDialog({ user, isOwn = false, onClose }: Props) {
  const title = isOwn ? 'Change password' : 'Reset Password'
  const reset = useAdminMutation({
    run: (body: PasswordReset) =>
      callAdmin('POST', '/api/admin/users/:id/reset-password', { params: { id: user.id }, body }),
    success: (data) => ({ title: 'Password reset successfully', ...recentPasskeysNote(data) }),
    failure: 'Failed to reset password',
    refreshes: [['/api/admin/users']],
    onSuccess: onClose,
  })
  const form = useForm({ initial: { password: '' }, parse: PasswordReset.safeParse, sending: reset })

  return (
    <FormDialog
      form={form}
      action={title}
      onClose={onClose}
      title={title}
      description={
        isOwn
          ? OWN
          : `${user.username} will be signed out everywhere and needs the new password to sign in again. Passkeys added in the last ${SESSION_DAYS} days will be removed, except the oldest one if it is the only required second step.`
      }
    >
      {/* Identifies the account for password managers. */}
      <input type="text" autoComplete="username" value={user.username} readOnly hidden />
      <NewPasswordField
        label="New password"
        required
        known={[user.username, user.email]}
        {...form.bind('password')}
      />
    </FormDialog>
  )
}
