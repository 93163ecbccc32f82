import { type FormEvent, useId, useState } from 'react'
import { SESSION_DAYS } from '#domain/accounts.ts'
import { PasswordReset, type User } from '#domain/users.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { fieldsOf } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { recentPasskeysNote } from './recent-passkeys-note.ts'

const OWN = 'You will be signed out everywhere and need the new password to sign in again.'

type Props = { user: User; isOwn?: boolean; onClose: () => void }

/** Sets a new password and ends all of the user's sessions. */
export function ResetPasswordDialog({ user, isOwn = false, onClose }: Props) {
  const title = isOwn ? 'Change password' : 'Reset Password'
  const formId = useId()
  const [password, setPassword] = useState('')
  const { form, errors, showErrors, clear } = useFormErrors()
  const reset = useAdminMutation({
    run: (body: PasswordReset) =>
      callAdmin('POST', '/api/admin/users/:id/reset-password', { params: { id: user.id }, body }),
    success: (data) => ({ title: 'Password reset successfully', ...recentPasskeysNote(data) }),
    failure: 'Failed to reset password',
    refreshes: [['/api/admin/users']],
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = PasswordReset.safeParse({ password })
    if (!parsed.success) return showErrors(fieldErrors(parsed.error))
    clear()
    reset.mutate(parsed.data, { onError: (error) => showErrors(fieldsOf(error)) })
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      description={
        isOwn
          ? OWN
          : `${user.username} will be signed out everywhere and needs the new password to sign in again. Passkeys added in the last ${SESSION_DAYS} days will be removed, except the oldest one if it is the only required second step.`
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={reset.isPending}>
            {title}
          </Button>
        </>
      }
    >
      <form {...form} id={formId} onSubmit={submit}>
        {/* Identifies the account for password managers. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <NewPasswordField
          label="New Password"
          name="password"
          required
          error={errors.password}
          known={[user.username, user.email]}
          value={password}
          onChange={setPassword}
        />
      </form>
    </Dialog>
  )
}
