import { FilePlus, Sparkles } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type ListedPost, POST_SORTS, POST_STATUSES } from '#domain/posts.ts'
import { type AdminKey, callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Filter } from '#web/admin/list/types.ts'
import { askToDelete, countOf, useDeletion } from '#web/admin/list/use-deletion.ts'
import { updateRows, useList } from '#web/admin/list/use-list.ts'
import { useShortcut } from '#web/admin/shortcuts.ts'
import { usePage } from '#web/lib/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-provider.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { optionsOf } from '#web/ui/select-field.tsx'
import { AiGenerateDialog } from './ai-generate-dialog.tsx'
import { postColumns } from './post-columns.tsx'
import { POST_STATUS_LABELS } from './post-statuses.ts'
import { POSTS_PATH } from './posts-path.ts'
import { UnsavedEditNotice } from './unsaved-edit-notice.tsx'
import { removeEdit, useUnsavedEdits } from './unsaved-edits.ts'
import { usePostToast } from './use-post-toast.ts'

const FILTERS: Filter[] = [
  {
    name: 'status',
    label: 'Status',
    options: [{ value: 'all', label: 'All statuses' }, ...optionsOf(POST_STATUSES, POST_STATUS_LABELS)],
  },
]

const NOUNS: [string, string] = ['blog post', 'blog posts']

type Props = {
  /** Null for a new post. */
  onEdit: (id: number | null) => void
  /** Undefined if the editor wasn't open. */
  lastEdited: number | null | undefined
}

export function PostAdminList({ onEdit, lastEdited }: Props) {
  const { origin } = usePage()
  const [isGenerating, setIsGenerating] = useState(false)
  const unsavedEdits = useUnsavedEdits()
  const newPost = useRef<HTMLButtonElement>(null)
  const list = useList({
    path: POSTS_PATH,
    filters: FILTERS,
    sorts: POST_SORTS,
    defaultSorting: { sort: 'createdAt', order: 'desc' },
    belongs: (post, { status }) => status === 'all' || post.status === status,
  })
  const { publish, remove } = usePostChanges()
  const confirm = useConfirm()
  const write = () => onEdit(null)
  useShortcut('n', 'New Post', write)

  const wasEditing = lastEdited !== undefined
  useEffect(() => {
    // The row may already have the focus.
    if (wasEditing && document.activeElement === document.body) newPost.current?.focus()
  }, [wasEditing])

  const actionsOf = (post: ListedPost): Action[] => [
    { label: 'Edit', onSelect: () => onEdit(post.id) },
    ...(post.status === 'published'
      ? [{ label: 'View', href: `${origin}/blog/${post.slug}`, isExternal: true }]
      : []),
    ...(post.status === 'draft' ? [{ label: 'Publish', onSelect: () => publish([post]) }] : []),
    remove([post]),
  ]
  const bulkActionsOf = (posts: ListedPost[], clear: () => void): Action[] => {
    const drafts = posts.filter(({ status }) => status === 'draft')
    const what = drafts.length === 1 ? `"${drafts[0]?.title}"` : `${drafts.length} drafts`
    return [
      {
        label: 'Publish',
        disabledReason: drafts.length === 0 ? 'No drafts selected' : null,
        onSelect: () =>
          confirm({
            title: 'Publish blog posts',
            text: `Are you sure you want to publish ${what}?`,
            action: 'Publish',
            isDangerous: false,
            onConfirm: () => publish(drafts, { onSuccess: clear }),
          }),
      },
      remove(posts, clear),
    ]
  }

  return (
    <AdminLayout
      title="Blog Management"
      actions={
        <>
          <GuardedButton permission="ai.use" onClick={() => setIsGenerating(true)}>
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
        columns={postColumns}
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
      {isGenerating && <AiGenerateDialog onClose={() => setIsGenerating(false)} onEdit={onEdit} />}
    </AdminLayout>
  )
}

/** Publishes or deletes posts, and updates the list in place. */
function usePostChanges() {
  const refreshes: AdminKey[] = [[POSTS_PATH]]
  const postToast = usePostToast()
  const publish = useAdminMutation({
    run: publishAll,
    success: (published) =>
      postToast(
        `${countOf(published, NOUNS)} published successfully`,
        published.length === 1 ? published[0] : undefined,
      ),
    failure: 'Failed to publish blog post',
    refreshes,
    changesMany: true,
    onSuccess: (published) => updateRows(POSTS_PATH, published),
  })
  const remove = useDeletion<ListedPost>({
    nouns: NOUNS,
    permission: 'posts.delete',
    question: (posts) =>
      askToDelete(posts.length === 1 ? `"${posts[0]?.title}"` : `${posts.length} blog posts`),
    deleteOne: ({ id }) => callAdmin('DELETE', `${POSTS_PATH}/:id`, { params: { id } }),
    deleteMany: (posts) => callAdmin('POST', `${POSTS_PATH}/bulk-delete`, { body: { ids: idsOf(posts) } }),
    failure: 'Failed to delete blog post',
    refreshes,
    onDeleted: (posts) => updateRows(POSTS_PATH, [], idsOf(posts)),
  })
  return { publish: publish.mutate, remove }
}

async function publishAll(posts: ListedPost[]): Promise<ListedPost[]> {
  const [only, ...others] = posts
  if (!only || others.length > 0) {
    return callAdmin('POST', `${POSTS_PATH}/bulk-publish`, { body: { ids: idsOf(posts) } })
  }
  await callAdmin('POST', `${POSTS_PATH}/:id/publish`, { params: { id: only.id } })
  return [{ ...only, status: 'published' }]
}

const idsOf = (posts: ListedPost[]) => posts.map(({ id }) => id)
