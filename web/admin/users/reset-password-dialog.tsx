import { type FormEvent, useId, useState } from 'react'
import { PasswordReset, type User } from '#domain/users.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { ApiError } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Sets a new password for a user, which signs them out everywhere. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const formId = useId()
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string | undefined>()
  const reset = useAdminChange({
    run: (body: PasswordReset) => callAdmin('POST', `/api/admin/users/${user.id}/reset-password`, body),
    success: 'Password reset successfully',
    failure: 'Failed to reset password',
    refreshes: [['/api/admin/users']],
    onSuccess: onClose,
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = PasswordReset.safeParse({ password })
    if (!parsed.success) return setMistake(parsed.error.issues[0]?.message)
    setMistake(undefined)
    reset.mutate(parsed.data)
  }

  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Reset Password"
      description={`${user.username} is signed out everywhere and needs the new password to come back.`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" disabled={reset.isPending}>
            Reset Password
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <NewPasswordField
          label="New Password"
          required
          error={mistake ?? (reset.error instanceof ApiError ? reset.error.fields.password : undefined)}
          value={password}
          onChange={setPassword}
        />
      </form>
    </Dialog>
  )
}
