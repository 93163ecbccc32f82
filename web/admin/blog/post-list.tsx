import { FilePlus, Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { BULK_MAX } from '#domain/bulk.ts'
import { type ListedPost, POST_SORTS, POST_STATUSES } from '#domain/posts.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Filter } from '#web/admin/list/types.ts'
import { useList } from '#web/admin/list/use-list.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { useShortcut } from '#web/admin/shortcuts.ts'
import { usePage } from '#web/lib/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { AiGenerateDialog } from './ai-generate-dialog.tsx'
import { columns } from './post-columns.tsx'
import { STATUS_LABELS } from './post-statuses.ts'
import { POSTS_PATH } from './posts-path.ts'
import { UnsavedEditNotice } from './unsaved-edit-notice.tsx'
import { removeEdit, useUnsavedEdits } from './unsaved-edits.ts'
import { usePostChanges } from './use-post-changes.ts'

const FILTERS: Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'all', label: 'All statuses' },
      ...POST_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
    ],
  },
]

type Open = { kind: 'ai' } | { kind: 'publish' | 'delete'; posts: ListedPost[] } | null

type Props = {
  /** Null for a new post. */
  onEdit: (id: number | null) => void
  /** Undefined if the editor wasn't open. */
  lastEdited: number | null | undefined
}

export function PostList({ onEdit, lastEdited }: Props) {
  const { origin } = usePage()
  const [open, setOpen] = useState<Open>(null)
  const unsavedEdits = useUnsavedEdits()
  const clearSelection = useRef<() => void>(undefined)
  const newPost = useRef<HTMLButtonElement>(null)
  const list = useList({
    path: POSTS_PATH,
    filters: FILTERS,
    sorts: POST_SORTS,
    defaultSorting: { sort: 'createdAt', order: 'desc' },
    belongs: (post, { status }) => status === 'all' || post.status === status,
  })
  const { publish, remove } = usePostChanges({ onDone: () => clearSelection.current?.() })
  const close = () => setOpen(null)
  const write = () => onEdit(null)
  useShortcut('n', 'New Post', write)

  const wasEditing = lastEdited !== undefined
  useEffect(() => {
    // The row may already have the focus.
    if (wasEditing && document.activeElement === document.body) newPost.current?.focus()
  }, [wasEditing])

  const deletion = readDenialReason('posts.delete')
  const actionsOf = (post: ListedPost): Action[] => [
    { label: 'Edit', onSelect: () => onEdit(post.id) },
    ...(post.status === 'published'
      ? [{ label: 'View', href: `${origin}/blog/${post.slug}`, isExternal: true }]
      : []),
    ...(post.status === 'draft' ? [{ label: 'Publish', onSelect: () => publish([post]) }] : []),
    {
      label: 'Delete',
      isDangerous: true,
      disabledReason: deletion,
      onSelect: () => setOpen({ kind: 'delete', posts: [post] }),
    },
  ]
  const bulkActionsOf = (posts: ListedPost[], clear: () => void): Action[] => {
    const drafts = posts.filter(({ status }) => status === 'draft')
    const tooMany = posts.length > BULK_MAX ? `At most ${BULK_MAX} at once` : null
    const ask = (kind: 'publish' | 'delete', posts: ListedPost[]) => () => {
      clearSelection.current = clear
      setOpen({ kind, posts })
    }
    return [
      {
        label: 'Publish',
        disabledReason: tooMany ?? (drafts.length === 0 ? 'No drafts selected' : null),
        onSelect: ask('publish', drafts),
      },
      {
        label: 'Delete',
        isDangerous: true,
        disabledReason: deletion ?? tooMany,
        onSelect: ask('delete', posts),
      },
    ]
  }

  return (
    <AdminLayout
      title="Blog Management"
      actions={
        <>
          <GuardedButton permission="ai.use" onClick={() => setOpen({ kind: 'ai' })}>
            <Sparkles aria-hidden size={18} />
            AI Generate
          </GuardedButton>
          <Button ref={newPost} look="primary" onClick={write} aria-keyshortcuts="n">
            <FilePlus aria-hidden size={18} />
            New Post
          </Button>
        </>
      }
    >
      {unsavedEdits.map((unsaved) => (
        <UnsavedEditNotice
          key={unsaved.keptAt}
          unsaved={unsaved}
          onContinue={() => onEdit(unsaved.edited.id)}
          onDiscard={() => removeEdit(unsaved.edited)}
        />
      ))}
      <List
        name="Blog posts"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        actionsOf={actionsOf}
        bulkActionsOf={bulkActionsOf}
        onOpen={({ id }) => onEdit(id)}
        startKey={lastEdited ?? null}
        searchLabel="Search posts"
        empty={
          <EmptyState title="No blog posts yet">
            <Button look="primary" onClick={write}>
              Create Your First Post
            </Button>
          </EmptyState>
        }
        noMatch="No blog posts match"
        failure="The posts could not be loaded"
      />
      {open?.kind === 'ai' && <AiGenerateDialog onClose={close} onEdit={onEdit} />}
      <ConfirmDialog
        isOpen={open?.kind === 'publish'}
        onOpenChange={close}
        title="Publish blog posts"
        text={
          open?.kind === 'publish' &&
          (open.posts.length === 1
            ? `Are you sure you want to publish "${open.posts[0]?.title}"?`
            : `Are you sure you want to publish ${open.posts.length} drafts?`)
        }
        action="Publish"
        isDangerous={false}
        onConfirm={() => open?.kind === 'publish' && publish(open.posts)}
      />
      <ConfirmDialog
        isOpen={open?.kind === 'delete'}
        onOpenChange={close}
        title={open?.kind === 'delete' && open.posts.length > 1 ? 'Delete blog posts' : 'Delete blog post'}
        text={
          open?.kind === 'delete' &&
          (open.posts.length === 1
            ? `Are you sure you want to delete "${open.posts[0]?.title}"? This action cannot be undone.`
            : `Are you sure you want to delete ${open.posts.length} blog posts? This action cannot be undone.`)
        }
        action="Delete"
        onConfirm={() => open?.kind === 'delete' && remove(open.posts)}
      />
    </AdminLayout>
  )
}
