import type { User } from '#domain/users.ts'
import { SessionList } from '#web/admin/account/session-list.tsx'
import { callAdmin, useAdminQuery } from '#web/admin/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

const PATH = '/api/admin/users/:id/sessions'

export function UserSessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const params = { id: user.id }
  const query = useAdminQuery(PATH, { params })
  return (
    <Dialog
      onClose={onClose}
      title={`${user.username}’s sessions`}
      description="Ending a session takes effect at once."
      size="wide"
      actions={<Button onClick={onClose}>Close</Button>}
    >
      <SessionList
        query={query}
        queryKey={[PATH, params]}
        end={(session) => callAdmin('DELETE', `${PATH}/:session`, { params: { ...params, session } })}
        endOthers={() => callAdmin('DELETE', PATH, { params })}
        empty={`${user.username} has no active sessions.`}
      />
    </Dialog>
  )
}
