import type { User } from '#domain/users.ts'
import { SessionList } from '#web/admin/account/session-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

export function UserSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`${user.username}’s sessions`}
      description="Ending a session takes effect at once."
      size="wide"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <SessionList
        path={`/api/admin/users/${user.id}/sessions`}
        empty={`${user.username} has no active sessions.`}
      />
    </Dialog>
  )
}
