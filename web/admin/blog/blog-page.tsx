import { FilePlus, Sparkles } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type ListedPost, POST_STATUSES } from '#domain/posts.ts'
import { callAdmin, messageOf, useAdminChange, useAdminList } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { FilterSelect, ListEnd, SearchBox } from '#web/admin/list-tools.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'
import { AiDialog } from './ai-dialog.tsx'
import { EditorPage } from './editor/editor-page.tsx'
import { KeptEditNotice } from './kept-edit-notice.tsx'
import { forgetEdit, useKeptEdits } from './kept-edits.ts'
import { PostRow } from './post-row.tsx'
import { STATUS_LABELS } from './post-statuses.ts'
import { POSTS_PATH } from './posts-path.ts'
import { useEditorAddress } from './use-editor-address.ts'

const REFRESHES = [[POSTS_PATH]]

type Open = { kind: 'ai' } | { kind: 'delete'; post: ListedPost } | null

/** The list of posts, or the editor that its address names. */
export function BlogPage() {
  const address = useEditorAddress()
  const { open, ...editor } = address
  if (!open) return <PostList onEdit={address.edit} lastEdited={address.lastEdited} />
  return <EditorPage key={open.key} id={open.id} onCreate={editor.follow} onClose={editor.close} />
}

type ListProps = { onEdit: (id: number | null) => void; lastEdited: number | null | undefined }

function PostList({ onEdit, lastEdited }: ListProps) {
  const [open, setOpen] = useState<Open>(null)
  const keptEdits = useKeptEdits()
  const [status, setStatus] = useState('all')
  const [search, setSearch] = useState('')
  const onSearch = useCallback((text: string) => setSearch(text), [])
  const isNarrowed = status !== 'all' || search !== ''
  const list = useAdminList<ListedPost>(POSTS_PATH, {
    ...(status === 'all' ? {} : { status }),
    ...(search === '' ? {} : { search }),
  })
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

  const close = () => setOpen(null)
  const write = () => onEdit(null)
  const focusIfLast = (id: number | null) => (button: HTMLButtonElement | null) => {
    if (id === lastEdited) button?.focus()
  }

  return (
    <AdminLayout
      title="Blog Management"
      actions={
        <>
          <Button onClick={() => setOpen({ kind: 'ai' })}>
            <Sparkles aria-hidden size={18} />
            AI Generate
          </Button>
          <Button look="primary" onClick={write} ref={focusIfLast(null)}>
            <FilePlus aria-hidden size={18} />
            New Post
          </Button>
        </>
      }
    >
      {keptEdits.map((kept) => (
        <KeptEditNotice
          key={kept.keptAt}
          kept={kept}
          onContinue={() => onEdit(kept.edited.id)}
          onDiscard={() => forgetEdit(kept.edited)}
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
                  onEdit={() => onEdit(post.id)}
                  editRef={focusIfLast(post.id)}
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
