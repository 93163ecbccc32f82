import { KeyRound, Pencil, Power, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ROLE_LABELS, type User } from '#domain/users.ts'
import { callAdmin, messageOf, useAdminChange, useAdminQuery } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { showDate, showMoment } from '#web/lib/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'
import { ResetPasswordDialog } from './reset-password-dialog.tsx'
import { UserDialog } from './user-dialog.tsx'

const KEY = ['/api/admin', 'users']

type Open = { kind: 'create' } | { kind: 'edit' | 'reset' | 'delete'; user: User } | null

export function UsersTab() {
  const [open, setOpen] = useState<Open>(null)
  const { data: users, error, isPending, isError, refetch } = useAdminQuery<User[]>(KEY)
  const close = () => setOpen(null)

  const toggle = useAdminChange({
    run: ({ id }: User) => callAdmin('POST', `/api/admin/users/${id}/toggle-status`),
    success: 'User status updated successfully',
    failure: 'Failed to update user status',
    refreshes: [KEY],
  })
  const remove = useAdminChange({
    run: ({ id }: User) => callAdmin('DELETE', `/api/admin/users/${id}`),
    success: 'User deleted successfully',
    failure: 'Failed to delete user',
    refreshes: [KEY],
  })

  return (
    <AdminLayout
      title="Admin Users"
      actions={
        <Button look="primary" onClick={() => setOpen({ kind: 'create' })}>
          <UserPlus aria-hidden size={18} />
          Add User
        </Button>
      }
    >
      {isPending && <LoadingRows count={2} />}
      {isError && (
        <FailedState message={messageOf(error, 'The users could not be loaded')} onRetry={refetch} />
      )}
      {users?.length === 0 && (
        <EmptyState title="No admin users found">
          <Button look="primary" onClick={() => setOpen({ kind: 'create' })}>
            Add First Admin User
          </Button>
        </EmptyState>
      )}
      <ul className="space-y-3">
        {users?.map((user) => (
          <li key={user.id}>
            <UserRow
              user={user}
              onEdit={() => setOpen({ kind: 'edit', user })}
              onReset={() => setOpen({ kind: 'reset', user })}
              onToggle={() => toggle.mutate(user)}
              onDelete={() => setOpen({ kind: 'delete', user })}
            />
          </li>
        ))}
      </ul>
      {open?.kind === 'create' && <UserDialog user={null} onClose={close} />}
      {open?.kind === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open?.kind === 'reset' && <ResetPasswordDialog user={open.user} onClose={close} />}
      <ConfirmDialog
        isOpen={open?.kind === 'delete'}
        onOpenChange={close}
        title="Delete user"
        text={
          open?.kind === 'delete' &&
          `Are you sure you want to delete user "${open.user.username}"? This action cannot be undone.`
        }
        action="Delete"
        onConfirm={() => open?.kind === 'delete' && remove.mutate(open.user)}
      />
    </AdminLayout>
  )
}

type RowProps = {
  user: User
  onEdit: () => void
  onReset: () => void
  onToggle: () => void
  onDelete: () => void
}

function UserRow({ user, onEdit, onReset, onToggle, onDelete }: RowProps) {
  return (
    <article className="flex flex-wrap items-center gap-4 rounded-card border border-border bg-surface p-4">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold text-base">
          <span className="break-all">{user.username}</span>
          <Badge look={user.isActive ? 'good' : 'plain'}>{user.isActive ? 'Active' : 'Inactive'}</Badge>
          <span className="font-normal text-muted text-sm">{ROLE_LABELS[user.role]}</span>
        </h2>
        <p className="break-all text-sm">{user.email}</p>
        <p className="text-muted text-sm">
          Created {showDate(user.createdAt)} · Last login{' '}
          {user.lastLogin ? showMoment(user.lastLogin) : 'Never'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onEdit} aria-label={`Edit ${user.username}`}>
          <Pencil aria-hidden size={16} /> Edit
        </Button>
        <Button onClick={onReset} aria-label={`Reset Password of ${user.username}`}>
          <KeyRound aria-hidden size={16} /> Reset Password
        </Button>
        <Button
          onClick={onToggle}
          aria-label={`${user.isActive ? 'Deactivate' : 'Activate'} ${user.username}`}
        >
          <Power aria-hidden size={16} /> {user.isActive ? 'Deactivate' : 'Activate'}
        </Button>
        <Button look="danger" onClick={onDelete} aria-label={`Delete ${user.username}`}>
          <Trash2 aria-hidden size={16} /> Delete
        </Button>
      </div>
    </article>
  )
}
