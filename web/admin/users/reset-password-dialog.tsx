import { type FormEvent, useId, useState } from 'react'
import { PasswordReset, type User } from '#domain/users.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { fieldsOf } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useFormErrors } from '#web/lib/use-form-errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Sets a new password for a user, which signs them out everywhere. */
export function ResetPasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const formId = useId()
  const [password, setPassword] = useState('')
  const { form, errors, complain, clear } = useFormErrors()
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
    if (!parsed.success) return complain(fieldErrors(parsed.error))
    clear()
    reset.mutate(parsed.data, { onError: (error) => complain(fieldsOf(error)) })
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
      <form {...form} id={formId} onSubmit={submit}>
        {/* Tells a password manager whose password this is. */}
        <input type="text" autoComplete="username" value={user.username} readOnly hidden />
        <NewPasswordField
          label="New Password"
          name="password"
          required
          error={errors.password}
          value={password}
          onChange={setPassword}
        />
      </form>
    </Dialog>
  )
}
