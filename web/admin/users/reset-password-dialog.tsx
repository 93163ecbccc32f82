import { LINK_HOURS, SESSION_DAYS } from '#domain/accounts.ts'
import { PasswordReset, type User } from '#domain/users.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { CopyField } from '#web/admin/copy-field.tsx'
import { useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { NewPasswordField } from '#web/admin/new-password-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
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

export function PasswordLinkDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const create = useAdminMutation({
    run: () => callAdmin('POST', '/api/admin/users/:id/password-link', { params: { id: user.id } }),
    success: 'Link created',
    failure: 'The link could not be created',
    refreshes: [],
  })
  return (
    <Dialog
      onClose={onClose}
      title="Password link"
      description={`Lets ${user.username} set a new password, once and within ${LINK_HOURS} hours. You never see it.`}
      isSticky
      actions={
        create.data ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" disabled={create.isPending} onClick={() => create.mutate(undefined)}>
              Create link
            </Button>
          </>
        )
      }
    >
      {create.data ? (
        <CopyField
          label="Link"
          value={new URL(create.data.path, location.href).href}
          hint={`Send it to ${user.username} in a way that only they can read. It is not shown again.`}
        />
      ) : (
        <p className="text-sm">
          The current password works until the link is used; then {user.username} is signed out everywhere,
          and passkeys added in the {SESSION_DAYS} days before are removed. Any earlier link stops working.
        </p>
      )}
    </Dialog>
  )
}
