import { useQuery } from '@tanstack/react-query'
import type { Post } from '#domain/posts.ts'
import { readKeptEdits } from '#web/admin/blog/kept-edits.ts'
import { editedOf, NEW_POST } from '#web/admin/blog/post-form.ts'
import { POSTS_PATH } from '#web/admin/blog/posts-path.ts'
import { callAdmin, messageOf } from '#web/admin/client.ts'
import { Button } from '#web/ui/button.tsx'
import { FailedState, LoadingRows } from '#web/ui/states.tsx'
import { PostEditor } from './post-editor.tsx'

type Props = {
  /** null for a new post. */
  id: number | null
  onCreate: (id: number) => void
  onClose: () => void
}

/** The editor on a post, with what this browser keeps of it from an earlier visit. */
export function EditorPage({ id, ...rest }: Props) {
  return id === null ? <NewPostEditor {...rest} /> : <LoadedEditor id={id} {...rest} />
}

const keptOf = (id: number | null) => readKeptEdits().find(({ edited }) => edited.id === id)

function NewPostEditor(props: Omit<Props, 'id'>) {
  return <PostEditor {...props} edited={NEW_POST} kept={keptOf(null)?.form} theirs={null} />
}

function LoadedEditor({ id, onClose, onCreate }: Props & { id: number }) {
  const { data, error, isError, refetch } = useQuery({
    queryKey: ['post-editor', id],
    queryFn: ({ signal }) => callAdmin<Post>('GET', `${POSTS_PATH}/${id}`, undefined, signal),
    // Others write, too: each editor begins with the newest version.
    gcTime: 0,
  })
  if (!data) {
    return (
      <main className="mx-auto max-w-3xl space-y-6 px-4 py-8">
        <h1 className="text-2xl">Edit Post</h1>
        {isError ? (
          <FailedState message={messageOf(error, 'Failed to open blog post')} onRetry={() => refetch()} />
        ) : (
          <LoadingRows count={2} />
        )}
        <Button onClick={onClose}>Back to posts</Button>
      </main>
    )
  }
  const kept = keptOf(id)
  const edited = editedOf(data)
  const isOutdated = kept !== undefined && kept.edited.basedOn !== data.updatedAt
  return (
    <PostEditor
      edited={isOutdated ? kept.edited : edited}
      kept={kept?.form}
      theirs={isOutdated ? data : null}
      onCreate={onCreate}
      onClose={onClose}
    />
  )
}
