import type { Contact } from '#domain/contacts.ts'
import { timeColumn } from '#web/admin/list/columns.tsx'
import type { Column } from '#web/admin/list/types.ts'
import { Badge } from '#web/ui/badge.tsx'
import { showStatus } from './statuses.ts'

export const columns: Column<Contact>[] = [
  {
    title: 'Name',
    sort: 'name',
    width: 'w-40 @max-3xl:w-32',
    onPhone: 'title',
    show: ({ name, status }) => <span className={status === 'new' ? 'font-semibold' : ''}>{name}</span>,
  },
  { title: 'Email', width: 'w-48', isExtra: true, show: ({ email }) => email },
  {
    title: 'Message',
    onPhone: 'line',
    show: ({ subject, message }) => (
      <>
        <span className="font-medium">{subject}</span> <span className="text-muted">{message}</span>
      </>
    ),
  },
  {
    title: 'Status',
    sort: 'status',
    width: 'w-32',
    isExtra: true,
    show: ({ status }) => <StatusBadge status={status} />,
  },
  timeColumn('Submitted', 'createdAt', { isExtra: true }),
]

export function StatusBadge({ status }: { status: string }) {
  const { label, look } = showStatus(status)
  return <Badge look={look}>{label}</Badge>
}
