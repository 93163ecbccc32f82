import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { lazyPage } from '#web/lib/lazy-component.ts'
import { LoadingRows } from '#web/ui/data-states.tsx'
import { TextField } from '#web/ui/field.tsx'
import { PostList } from './post-list.tsx'
import { useEditorAddress } from './use-editor-address.ts'

const EditorPage = lazyPage(async () => (await import('./editor/editor-page.tsx')).EditorPage)

/** The list, or the editor if the URL has one. */
export function BlogPage() {
  const { open, lastEdited, edit, follow, close } = useEditorAddress()
  // Preloads the editor. If this fails, opening it tries again.
  useEffect(() => void EditorPage.preload(), [])
  /** Typed while the editor's code loads. */
  const earlyTitle = useRef('')
  const editPost = (id: number | null) => {
    earlyTitle.current = ''
    edit(id)
  }
  if (!open) return <PostList onEdit={editPost} lastEdited={lastEdited} />
  const placeholder = open.id === null ? <NewPostPlaceholder title={earlyTitle} /> : <EditPostPlaceholder />
  return (
    <Suspense fallback={placeholder}>
      <EditorPage key={open.key} id={open.id} earlyTitle={earlyTitle} onCreate={follow} onClose={close} />
    </Suspense>
  )
}

function NewPostPlaceholder({ title }: { title: RefObject<string> }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <main data-fills-page className="mx-auto max-w-3xl space-y-6 px-4 py-8">
      <h1 className="text-2xl">New Post</h1>
      <TextField
        ref={field}
        label="Start with the title"
        autoComplete="off"
        onChange={({ target }) => {
          title.current = target.value
        }}
      />
      <LoadingRows count={2} />
    </main>
  )
}

function EditPostPlaceholder() {
  return (
    <main className="mx-auto max-w-3xl space-y-6 px-4 py-8">
      <h1 className="text-2xl">Edit Post</h1>
      <LoadingRows count={2} />
    </main>
  )
}
