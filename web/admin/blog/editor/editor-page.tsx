import { useQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { editedOf, NEW_POST, withTitle } from '#web/admin/blog/post-form.ts'
import { POSTS_PATH } from '#web/admin/blog/posts-path.ts'
import { readUnsavedEdits } from '#web/admin/blog/unsaved-edits.ts'
import { callAdmin } from '#web/admin/client.ts'
import { Loaded } from '#web/admin/loaded.tsx'
import { Button } from '#web/ui/button.tsx'
import { PostEditor } from './post-editor.tsx'

type Props = {
  /** Null for a new post. */
  id: number | null
  /** A new post's title, typed before this code loaded. */
  earlyTitle: RefObject<string>
  onCreate: (id: number) => void
  onClose: () => void
}

/** Opens a post, with unsaved edits that this browser kept from an earlier visit. */
export function EditorPage({ id, earlyTitle, ...rest }: Props) {
  if (id === null) return <NewPostEditor earlyTitle={earlyTitle} {...rest} />
  return <LoadedEditor id={id} {...rest} />
}

const findUnsaved = (id: number | null) => readUnsavedEdits().find(({ edited }) => edited.id === id)

function NewPostEditor({ earlyTitle, ...props }: Omit<Props, 'id'>) {
  const [early, setEarly] = useState<string | null>(null)
  // React may render this long before it replaces the field the user is typing in.
  useLayoutEffect(() => setEarly(earlyTitle.current), [earlyTitle])
  if (early === null) return null
  const typed = early === '' ? undefined : withTitle(NEW_POST.saved, early)
  return <PostEditor {...props} edited={NEW_POST} unsaved={findUnsaved(null)?.form ?? typed} theirs={null} />
}

function LoadedEditor({ id, onClose, onCreate }: Omit<Props, 'earlyTitle'> & { id: number }) {
  const query = useQuery({
    queryKey: ['post-editor', id],
    queryFn: ({ signal }) => callAdmin('GET', `${POSTS_PATH}/:id`, { params: { id }, signal }),
    // Others write too: always start from the newest version.
    gcTime: 0,
  })
  const { data } = query
  if (!data) {
    return (
      <main className="mx-auto max-w-3xl space-y-6 px-4 py-8">
        <h1 className="text-2xl">Edit Post</h1>
        <Loaded query={query} failure="Failed to open blog post" rows={2}>
          {() => null}
        </Loaded>
        <Button onClick={onClose}>Back to posts</Button>
      </main>
    )
  }
  const unsaved = findUnsaved(id)
  const edited = editedOf(data)
  const isOutdated = unsaved !== undefined && unsaved.edited.basedOn !== data.updatedAt
  return (
    <PostEditor
      edited={isOutdated ? unsaved.edited : edited}
      unsaved={unsaved?.form}
      theirs={isOutdated ? data : null}
      onCreate={onCreate}
      onClose={onClose}
    />
  )
}
