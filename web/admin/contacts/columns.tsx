import type { Contact } from '#domain/contacts.ts'
import type { Column } from '#web/admin/list/types.ts'
import { Badge } from '#web/ui/badge.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
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
    show: ({ status }) => <Status status={status} />,
  },
  {
    title: 'Submitted',
    sort: 'createdAt',
    firstOrder: 'desc',
    width: 'w-36',
    isExtra: true,
    show: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
]

function Status({ status }: { status: string }) {
  const { label, look } = showStatus(status)
  return <Badge look={look}>{label}</Badge>
}
