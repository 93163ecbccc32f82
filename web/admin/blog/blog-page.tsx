import { EditorPage } from './editor/editor-page.tsx'
import { PostList } from './post-list.tsx'
import { useEditorAddress } from './use-editor-address.ts'

/** The list of posts, or the editor that its address names. */
export function BlogPage() {
  const { open, lastEdited, edit, follow, close } = useEditorAddress()
  if (!open) return <PostList onEdit={edit} lastEdited={lastEdited} />
  return <EditorPage key={open.key} id={open.id} onCreate={follow} onClose={close} />
}
