import { ExternalLink, Pencil, Send, Trash2 } from 'lucide-react'
import type { Ref } from 'react'
import type { ListedPost } from '#domain/posts.ts'
import { showDate } from '#web/lib/dates.ts'
import { usePage } from '#web/lib/page.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { STATUS_LABELS, STATUS_LOOKS } from './post-statuses.ts'

type Props = {
  post: ListedPost
  isPublishing: boolean
  onPublish: () => void
  onEdit: () => void
  editRef: Ref<HTMLButtonElement>
  onDelete: () => void
}

export function PostRow({ post, isPublishing, onPublish, onEdit, editRef, onDelete }: Props) {
  const { origin } = usePage()
  const { title, slug, status, excerpt, createdAt, readingMinutes } = post
  return (
    <article className="flex flex-wrap items-center gap-4 rounded-card border border-border bg-surface p-4">
      <div className="min-w-0 flex-1 basis-80">
        <h2 className="font-semibold text-base">
          <span className="mr-2 break-words">{title}</span>
          <Badge look={STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>
        </h2>
        <p className="mt-1 line-clamp-2 break-words text-sm">{excerpt}</p>
        <p className="mt-1 text-muted text-sm">
          <time dateTime={createdAt}>{showDate(createdAt)}</time> · {readingMinutes} min read
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {status === 'published' && (
          <a
            href={`${origin}/blog/${slug}`}
            target="_blank"
            rel="noopener"
            aria-label={`View ${title} (opens in a new tab)`}
            className={buttonLook()}
          >
            <ExternalLink aria-hidden size={16} /> View
          </a>
        )}
        {status === 'draft' && (
          <Button onClick={onPublish} disabled={isPublishing} aria-label={`Publish ${title}`}>
            <Send aria-hidden size={16} /> Publish
          </Button>
        )}
        <Button ref={editRef} onClick={onEdit} aria-label={`Edit ${title}`}>
          <Pencil aria-hidden size={16} /> Edit
        </Button>
        <Button look="danger" onClick={onDelete} aria-label={`Delete ${title}`}>
          <Trash2 aria-hidden size={16} /> Delete
        </Button>
      </div>
    </article>
  )
}
