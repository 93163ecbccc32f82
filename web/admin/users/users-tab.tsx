import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ROLE_LABELS } from '#domain/permissions.ts'
import { USER_SORTS, type User } from '#domain/users.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { timeColumn } from '#web/admin/list/columns.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Column } from '#web/admin/list/types.ts'
import { askToDelete, useDeletion } from '#web/admin/list/use-deletion.ts'
import { useList } from '#web/admin/list/use-list.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { readUser } from '#web/admin/session.ts'
import { useCommand } from '#web/admin/shortcuts.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-provider.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { PasswordLinkDialog, ResetPasswordDialog } from './reset-password-dialog.tsx'
import { UserDialog } from './user-dialog.tsx'
import { UserSessionsDialog } from './user-sessions-dialog.tsx'

const PATH = '/api/admin/users'

const columns: Column<User>[] = [
  {
    title: 'Username',
    sort: 'username',
    width: 10,
    isText: true,
    onCard: 'title',
    show: ({ username }) => <span className="font-medium">{username}</span>,
  },
  {
    title: 'Status',
    sort: 'isActive',
    width: 7,
    firstOrder: 'desc',
    hides: 4,
    onCard: 'aside',
    show: ({ isActive }) => (
      <Badge look={isActive ? 'good' : 'plain'}>{isActive ? 'Active' : 'Inactive'}</Badge>
    ),
  },
  { title: 'Role', sort: 'role', width: 7.5, hides: 3, show: ({ role }) => ROLE_LABELS[role] },
  { title: 'Email', sort: 'email', onCard: 'line', show: ({ email }) => email },
  timeColumn('Created', 'createdAt', { hides: 1, onCard: 'hidden' }),
  {
    title: 'Last login',
    sort: 'lastLogin',
    width: 8.5,
    firstOrder: 'desc',
    hides: 2,
    onCard: 'line',
    show: ({ lastLogin }) => (
      <>
        <span className="@2xl:hidden">Last login </span>
        {lastLogin ? <RelativeTime at={lastLogin} /> : 'Never'}
      </>
    ),
  },
]

type Open = { kind: 'create' } | { kind: 'edit' | 'reset' | 'link' | 'sessions'; user: User } | null

export function UsersTab() {
  const [open, setOpen] = useState<Open>(null)
  const [created, setCreated] = useState<User | null>(null)
  const close = () => setOpen(null)
  const confirm = useConfirm()
  const list = useList({
    path: PATH,
    sorts: USER_SORTS,
    defaultSorting: { sort: 'createdAt', order: 'asc' },
  })
  const toggle = useAdminMutation({
    run: ({ id }: User) => callAdmin('POST', `${PATH}/:id/toggle-status`, { params: { id } }),
    success: 'User status updated successfully',
    failure: 'Failed to update user status',
    refreshes: [[PATH]],
  })
  const remove = useDeletion<User>({
    nouns: ['user', 'users'],
    permission: 'users.write',
    question: ([user]) => askToDelete(`user "${user?.username}"`),
    deleteOne: ({ id }) => callAdmin('DELETE', `${PATH}/:id`, { params: { id } }),
    failure: 'Failed to delete user',
    refreshes: [[PATH]],
  })
  const resetStep = useAdminMutation({
    run: ({ id }: User) => callAdmin('POST', `${PATH}/:id/reset-second-step`, { params: { id } }),
    success: 'Second step reset',
    failure: 'Failed to reset the second step',
    refreshes: [],
  })
  const askToResetStep = (user: User) =>
    confirm({
      title: 'Reset second step',
      text: `${user.username} will be signed out everywhere and can sign in with the password alone until another second step is set up. Do this only for someone you have spoken to.`,
      action: 'Reset second step',
      onConfirm: () => resetStep.mutate(user),
    })

  const actionsOf = (user: User): Action[] => {
    const isSelf = user.id === readUser().id
    const disabledReason = readDenialReason('users.write')
    const ofOthers = disabledReason ?? (isSelf ? 'Not your own account' : null)
    return [
      { label: 'Edit', disabledReason, onSelect: () => setOpen({ kind: 'edit', user }) },
      {
        label: 'Reset Password',
        disabledReason: isSelf ? null : disabledReason,
        onSelect: () => setOpen({ kind: 'reset', user }),
      },
      {
        label: 'Password link',
        disabledReason: ofOthers ?? (user.isActive ? null : 'Inactive'),
        onSelect: () => setOpen({ kind: 'link', user }),
      },
      { label: 'Reset second step', disabledReason: ofOthers, onSelect: () => askToResetStep(user) },
      { label: 'Sessions', disabledReason: ofOthers, onSelect: () => setOpen({ kind: 'sessions', user }) },
      {
        label: user.isActive ? 'Deactivate' : 'Activate',
        disabledReason: ofOthers,
        onSelect: () => toggle.mutate(user),
      },
      { ...remove([user]), disabledReason: ofOthers },
    ]
  }
  useCommand('Add User', () => setOpen({ kind: 'create' }), readDenialReason('users.write') === null)
  const create = (label: string) => (
    <GuardedButton permission="users.write" look="primary" onClick={() => setOpen({ kind: 'create' })}>
      <UserPlus aria-hidden size={18} />
      {label}
    </GuardedButton>
  )

  return (
    <AdminLayout title="Admin Users" actions={create('Add User')}>
      <div role="status">
        {created?.isActive && (
          <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <Remark look="good">
              {created.username} can sign in with the password you set. Or send a one-time link to choose one
              that only {created.username} knows.
            </Remark>
            <Button onClick={() => setOpen({ kind: 'link', user: created })}>Create a one-time link</Button>
          </div>
        )}
      </div>
      <List
        name="Admin users"
        buttonWidth={5.25}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ username }) => username}
        actionsOf={actionsOf}
        empty={<EmptyState title="No admin users found">{create('Add First Admin User')}</EmptyState>}
        noMatch="No admin users match"
        failure="The users could not be loaded"
      />
      {open?.kind === 'create' && <UserDialog user={null} onCreated={setCreated} onClose={close} />}
      {open?.kind === 'edit' && <UserDialog user={open.user} onClose={close} />}
      {open?.kind === 'reset' && <ResetPasswordDialog user={open.user} onClose={close} />}
      {open?.kind === 'link' && <PasswordLinkDialog user={open.user} onClose={close} />}
      {open?.kind === 'sessions' && <UserSessionsDialog user={open.user} onClose={close} />}
    </AdminLayout>
  )
}
