import type { ListedPost } from '#domain/posts.ts'
import { timeColumn } from '#web/admin/list/columns.tsx'
import type { Column } from '#web/admin/list/types.ts'
import { Badge } from '#web/ui/badge.tsx'
import { POST_STATUS_LABELS, STATUS_LOOKS, scheduledFor } from './post-statuses.ts'

export const postColumns: Column<ListedPost>[] = [
  {
    title: 'Title',
    sort: 'title',
    onCard: 'title',
    show: ({ title, excerpt }) => (
      <>
        <span className="font-medium @max-2xl:line-clamp-2 @max-2xl:whitespace-normal">{title}</span>{' '}
        <span className="text-muted @max-2xl:hidden">{excerpt}</span>
      </>
    ),
  },
  {
    title: 'Status',
    sort: 'status',
    width: 11.5,
    hides: 4,
    show: ({ status, publishAt }) => (
      <>
        <Badge look={STATUS_LOOKS[status]}>{POST_STATUS_LABELS[status]}</Badge>
        {publishAt !== null && (
          <span className="ml-2 text-sm" title={scheduledFor(publishAt)}>
            Scheduled
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Tags',
    width: 10,
    isText: true,
    hides: 2,
    onCard: 'hidden',
    show: ({ tags }) => tags.join(', '),
  },
  timeColumn('Created', 'createdAt', { hides: 3 }),
  {
    title: 'Length',
    sort: 'readingMinutes',
    firstOrder: 'desc',
    width: 8,
    hides: 1,
    onCard: 'hidden',
    isNumber: true,
    show: ({ readingMinutes }) => `${readingMinutes} min read`,
  },
]
