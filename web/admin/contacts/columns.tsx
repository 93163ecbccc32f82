import type { Contact } from '#domain/contacts.ts'
import { timeColumn } from '#web/admin/list/columns.tsx'
import type { Column } from '#web/admin/list/types.ts'
import { Badge } from '#web/ui/badge.tsx'
import { showStatus } from './statuses.ts'

export const contactColumns: Column<Contact>[] = [
  {
    title: 'Name',
    sort: 'name',
    width: 10.5,
    isText: true,
    onCard: 'title',
    show: ({ name, status }) => <span className={status === 'new' ? 'font-semibold' : ''}>{name}</span>,
  },
  { title: 'Email', width: 14.5, isText: true, hides: 1, onCard: 'hidden', show: ({ email }) => email },
  {
    title: 'Message',
    onCard: 'text',
    show: ({ subject, message }) => (
      <>
        <span className="font-medium">{subject}</span> <span className="text-muted">{message}</span>
      </>
    ),
  },
  {
    title: 'Status',
    sort: 'status',
    width: 7.5,
    hides: 2,
    onCard: 'aside',
    // Without the usual ones, a card has room for the name.
    show: ({ status }) => (
      <span className={status === 'new' || status === 'read' ? '@max-2xl:hidden' : ''}>
        <StatusBadge status={status} />
      </span>
    ),
  },
  timeColumn('Submitted', 'createdAt', { hides: 3, onCard: 'aside' }),
]

export function StatusBadge({ status }: { status: string }) {
  const { label, look } = showStatus(status)
  return <Badge look={look}>{label}</Badge>
}
