import { LINK_HOURS, SESSION_DAYS } from '#domain/accounts.ts'
import type { User } from '#domain/users.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { CopyField } from '#web/admin/copy-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

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
