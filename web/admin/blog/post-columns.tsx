import type { ListedPost } from '#domain/posts.ts'
import { timeColumn } from '#web/admin/list/columns.tsx'
import type { Column } from '#web/admin/list/types.ts'
import { Badge } from '#web/ui/badge.tsx'
import { STATUS_LABELS, STATUS_LOOKS } from './post-statuses.ts'

export const columns: Column<ListedPost>[] = [
  {
    title: 'Title',
    sort: 'title',
    onPhone: 'title',
    show: ({ title, excerpt }) => (
      <>
        <span className="font-medium max-sm:line-clamp-2 max-sm:whitespace-normal">{title}</span>{' '}
        <span className="text-muted max-sm:hidden">{excerpt}</span>
      </>
    ),
  },
  {
    title: 'Status',
    sort: 'status',
    width: 'w-32',
    show: ({ status }) => <Badge look={STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>,
  },
  {
    title: 'Tags',
    width: 'w-36',
    isExtra: true,
    onPhone: 'line',
    // Cards show the excerpt and no tags.
    show: ({ tags, excerpt }) => (
      <>
        <span className="max-sm:hidden">{tags.join(', ')}</span>
        <span className="block truncate text-muted sm:hidden">{excerpt}</span>
      </>
    ),
  },
  timeColumn('Created', 'createdAt'),
  {
    title: 'Length',
    sort: 'readingMinutes',
    firstOrder: 'desc',
    width: 'w-28',
    isExtra: true,
    isNumber: true,
    show: ({ readingMinutes }) => `${readingMinutes} min read`,
  },
]
