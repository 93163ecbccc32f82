import { LINK_HOURS, type PasswordLink } from '#domain/accounts.ts'
import type { User } from '#domain/users.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { CopyField } from '#web/admin/copy-field.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** Makes a link by which a user sets a password that nobody else knows. */
export function PasswordLinkDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const make = useAdminChange({
    run: () => callAdmin<PasswordLink>('POST', `/api/admin/users/${user.id}/password-link`),
    success: 'Link made',
    failure: 'The link could not be made',
    refreshes: [],
  })
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Password link"
      description={`Lets ${user.username} set a new password, once and within ${LINK_HOURS} hours. You never learn it.`}
      isSticky
      actions={
        make.data ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" disabled={make.isPending} onClick={() => make.mutate(undefined)}>
              Make link
            </Button>
          </>
        )
      }
    >
      {make.data ? (
        <CopyField
          label="Link"
          value={new URL(make.data.path, location.href).href}
          hint={`Send it to ${user.username} in a way that only they can read. It is not shown again.`}
        />
      ) : (
        <p className="text-sm">
          The present password holds until the link is used; then {user.username} is signed out everywhere. A
          link made earlier ends.
        </p>
      )}
    </Dialog>
  )
}
