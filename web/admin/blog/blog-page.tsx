import { useMutation } from '@tanstack/react-query'
import { FilePlus, Sparkles } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type ListedPost, POST_STATUSES, type Post } from '#domain/posts.ts'
import { callAdmin, messageOf, NO_ANSWER, useAdminChange, useAdminList } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { FilterSelect, ListEnd, SearchBox } from '#web/admin/list-tools.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'
import { useToasts } from '#web/ui/toast.tsx'
import { AiDialog } from './ai-dialog.tsx'
import { KeptEditNotice } from './kept-edit-notice.tsx'
import { forgetEdit, readKeptEdits } from './kept-edits.ts'
import { POSTS_PATH, PostDialog } from './post-dialog.tsx'
import { type Edited, editedOf, NEW_POST, type PostForm } from './post-form.ts'
import { PostRow } from './post-row.tsx'
import { STATUS_LABELS } from './post-statuses.ts'

const REFRESHES = [[POSTS_PATH]]

type Open =
  | { kind: 'editor'; edited: Edited; kept?: PostForm }
  | { kind: 'ai' }
  | { kind: 'delete'; post: ListedPost }
  | null

export function BlogPage() {
  const [open, setOpen] = useState<Open>(null)
  const [keptEdits, setKeptEdits] = useState(readKeptEdits)
  const [status, setStatus] = useState('all')
  const [search, setSearch] = useState('')
  const onSearch = useCallback((text: string) => setSearch(text), [])
  const isNarrowed = status !== 'all' || search !== ''
  const list = useAdminList<ListedPost>(POSTS_PATH, {
    ...(status === 'all' ? {} : { status }),
    ...(search === '' ? {} : { search }),
  })
  const { showToast } = useToasts()
  const posts = list.data?.pages.flatMap(({ items }) => items) ?? []

  const publish = useAdminChange({
    run: ({ id }: ListedPost) => callAdmin('POST', `${POSTS_PATH}/${id}/publish`),
    success: 'Blog post published successfully',
    failure: 'Failed to publish blog post',
    refreshes: REFRESHES,
  })
  const remove = useAdminChange({
    run: ({ id }: ListedPost) => callAdmin('DELETE', `${POSTS_PATH}/${id}`),
    success: 'Blog post deleted successfully',
    failure: 'Failed to delete blog post',
    refreshes: REFRESHES,
  })

  const close = () => {
    setOpen(null)
    setKeptEdits(readKeptEdits())
  }
  const write = () => setOpen(editorOf(NEW_POST))
  const edit = useMutation({
    mutationFn: ({ id }: ListedPost) => callAdmin<Post>('GET', `${POSTS_PATH}/${id}`),
    // Something else may have been opened meanwhile.
    onSuccess: (post) => setOpen((current) => current ?? editorOf(editedOf(post))),
    onError: (error) =>
      showToast({
        title: 'Failed to open blog post',
        description: messageOf(error, NO_ANSWER),
        look: 'failure',
      }),
  })

  return (
    <AdminLayout
      title="Blog Management"
      actions={
        <>
          <Button onClick={() => setOpen({ kind: 'ai' })}>
            <Sparkles aria-hidden size={18} />
            AI Generate
          </Button>
          <Button look="primary" onClick={write}>
            <FilePlus aria-hidden size={18} />
            New Post
          </Button>
        </>
      }
    >
      {open?.kind !== 'editor' &&
        keptEdits.map((kept) => (
          <KeptEditNotice
            key={kept.edited.id ?? 'new'}
            kept={kept}
            onContinue={() => setOpen({ kind: 'editor', edited: kept.edited, kept: kept.form })}
            onDiscard={() => {
              forgetEdit(kept.edited)
              setKeptEdits(readKeptEdits())
            }}
          />
        ))}
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchBox label="Search posts" onSearch={onSearch} />
        <FilterSelect
          label="Status"
          value={status}
          onChange={setStatus}
          options={[
            { value: 'all', label: 'All statuses' },
            ...POST_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
          ]}
        />
      </div>
      {list.isPending && <LoadingRows count={3} />}
      {list.isError && (
        <FailedState
          message={messageOf(list.error, 'The posts could not be loaded')}
          onRetry={() => list.refetch()}
        />
      )}
      {list.isSuccess && posts.length === 0 && !isNarrowed && (
        <EmptyState title="No blog posts yet">
          <Button look="primary" onClick={write}>
            Create Your First Post
          </Button>
        </EmptyState>
      )}
      {list.isSuccess && posts.length === 0 && isNarrowed && <EmptyState title="No blog posts match" />}
      {posts.length > 0 && (
        <>
          <ul className="space-y-3">
            {posts.map((post) => (
              <li key={post.id}>
                <PostRow
                  post={post}
                  isPublishing={publish.isPending}
                  onPublish={() => publish.mutate(post)}
                  isOpening={edit.isPending}
                  onEdit={() => edit.mutate(post)}
                  onDelete={() => setOpen({ kind: 'delete', post })}
                />
              </li>
            ))}
          </ul>
          <ListEnd
            shown={posts.length}
            total={list.data?.pages[0]?.total ?? posts.length}
            isBusy={list.isFetchingNextPage}
            onMore={list.hasNextPage ? () => list.fetchNextPage() : null}
          />
        </>
      )}
      {open?.kind === 'editor' && <PostDialog edited={open.edited} kept={open.kept} onClose={close} />}
      {open?.kind === 'ai' && <AiDialog onClose={close} />}
      <ConfirmDialog
        isOpen={open?.kind === 'delete'}
        onOpenChange={close}
        title="Delete blog post"
        text={
          open?.kind === 'delete' &&
          `Are you sure you want to delete "${open.post.title}"? This action cannot be undone.`
        }
        action="Delete"
        onConfirm={() => open?.kind === 'delete' && remove.mutate(open.post)}
      />
    </AdminLayout>
  )
}

/** An editor on a post. What is kept of this very post comes back with it, as the edit of the post that it was then. */
function editorOf(edited: Edited): Open {
  const kept = readKeptEdits().find(({ edited: { id } }) => id === edited.id)
  if (!kept) return { kind: 'editor', edited }
  return { kind: 'editor', edited: { ...edited, basedOn: kept.edited.basedOn }, kept: kept.form }
}
