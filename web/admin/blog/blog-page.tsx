import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lazyPage } from '#web/lib/lazy-component.ts'
import { LoadingRows } from '#web/ui/data-states.tsx'
import { TextField } from '#web/ui/field.tsx'
import { NEW, readEditParameter, withEditParameter } from './editor-address.ts'
import { PostAdminList } from './post-list.tsx'

const EditorPage = lazyPage(async () => (await import('./editor/editor-page.tsx')).EditorPage)

/** The list, or the editor if the URL has one. */
export function BlogAdminPage() {
  const { open, lastEdited, edit, follow, close } = useEditorAddress()
  // Preloads the editor. If this fails, opening it tries again.
  useEffect(() => void EditorPage.preload(), [])
  /** Typed while the editor's code loads. */
  const earlyTitle = useRef('')
  const editPost = (id: number | null) => {
    earlyTitle.current = ''
    edit(id)
  }
  if (!open) return <PostAdminList onEdit={editPost} lastEdited={lastEdited} />
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

const FROM_LIST = 'edit'

/** `key` is stable while a new post gets its id. */
type Open = { key: string; id: number | null }

/** Keeps the open editor in the URL (?edit=ID or ?edit=new), so that Back and reload work. */
function useEditorAddress() {
  const navigate = useNavigate()
  const { search, state } = useLocation()
  /** The id that a new post has received. */
  const [created, setCreated] = useState<number | null>(null)
  const lastEdited = useRef<number | null | undefined>(undefined)

  const open = openOf(readEditParameter(search), created)
  const isFromList: boolean = state === FROM_LIST

  const edit = (id: number | null) => {
    setCreated(null)
    lastEdited.current = id
    navigate({ search: withEditParameter(search, id === null ? NEW : String(id)) }, { state: FROM_LIST })
  }
  /** Replaces ?edit=new with the post's id. */
  const follow = (id: number) => {
    setCreated(id)
    lastEdited.current = id
    navigate({ search: withEditParameter(search, String(id)) }, { replace: true, state })
  }
  const close = () => {
    if (isFromList) navigate(-1)
    else navigate({ search: withEditParameter(search, null) }, { replace: true })
  }

  return { open, edit, follow, close, lastEdited: lastEdited.current }
}

function openOf(value: ReturnType<typeof readEditParameter>, created: number | null): Open | null {
  if (value === null) return null
  if (value === NEW) return { key: NEW, id: null }
  return value === created ? { key: NEW, id: null } : { key: String(value), id: value }
}
