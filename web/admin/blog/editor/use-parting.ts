import { useEffect, useEffectEvent, useRef } from 'react'
import { keepEdit } from '#web/admin/blog/kept-edits.ts'
import type { PostForm } from '#web/admin/blog/post-form.ts'
import { readToken } from '#web/admin/session.ts'
import type { PostSaving } from './use-post-saving.ts'

/**
 * Loses nothing when the editor goes away, be it by the browser's Back or by a session that ended: a draft is saved, and
 * whatever else is unsaved is kept in this browser. The function it answers ends that, for what may be forgotten.
 */
export function useParting(
  { base, save }: PostSaving,
  form: PostForm,
  hasChanges: boolean,
  canAutosave: boolean,
): () => void {
  const isOver = useRef(false)
  const part = useEffectEvent(() => {
    if (isOver.current || !hasChanges) return
    keepEdit(base.current, form)
    if (!canAutosave || readToken() === null) return
    // The list offers what could not be saved.
    save(form, { isAutosave: true }).catch(() => keepEdit(base.current, form))
  })
  useEffect(() => () => part(), [])
  return () => {
    isOver.current = true
  }
}
