import { Suspense, useEffect } from 'react'
import { lazyPart } from '#web/lib/lazy.ts'
import { LoadingRows } from '#web/ui/states.tsx'
import { PostList } from './post-list.tsx'
import { useEditorAddress } from './use-editor-address.ts'

const loadEditor = async () => (await import('./editor/editor-page.tsx')).EditorPage
const EditorPage = lazyPart(loadEditor)

/** The list of posts, or the editor that its address names. */
export function BlogPage() {
  const { open, lastEdited, edit, follow, close } = useEditorAddress()
  // The list comes first, but the editor is at hand when it is asked for. Should this fail, that tries again.
  useEffect(() => {
    loadEditor().catch(() => undefined)
  }, [])
  if (!open) return <PostList onEdit={edit} lastEdited={lastEdited} />
  return (
    <Suspense
      fallback={
        <main className="mx-auto max-w-3xl space-y-6 px-4 py-8">
          <h1 className="text-2xl">{open.id === null ? 'New Post' : 'Edit Post'}</h1>
          <LoadingRows count={2} />
        </main>
      }
    >
      <EditorPage key={open.key} id={open.id} onCreate={follow} onClose={close} />
    </Suspense>
  )
}
