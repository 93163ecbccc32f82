import { useEffect, useEffectEvent, useRef } from 'react'
import type { PostForm } from '#web/admin/blog/post-form.ts'
import { storeEdit } from '#web/admin/blog/unsaved-edits.ts'
import { readToken } from '#web/admin/session.ts'
import type { PostSaving } from './use-post-saving.ts'

/**
 * Saves a draft, or stores other changes in this browser, when the editor unmounts by Back or an ended session.
 * Returns a function that cancels this.
 */
export function useSaveOnUnmount(
  { base, save }: PostSaving,
  form: PostForm,
  hasChanges: boolean,
  canAutosave: boolean,
): () => void {
  const isCanceled = useRef(false)
  const saveOnLeave = useEffectEvent(() => {
    if (isCanceled.current || !hasChanges) return
    storeEdit(base.current, form)
    if (!canAutosave || readToken() === null) return
    // The list offers to restore it.
    save(form, { isAutosave: true }).catch(() => storeEdit(base.current, form))
  })
  useEffect(() => () => saveOnLeave(), [])
  return () => {
    isCanceled.current = true
  }
}
