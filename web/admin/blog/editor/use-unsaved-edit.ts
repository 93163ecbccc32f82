import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EditedPost, PostForm } from '#web/admin/blog/post-form.ts'
import { removeEdit, storeEdit } from '#web/admin/blog/unsaved-edits.ts'
import { readToken } from '#web/admin/session.ts'
import type { PostSaving } from './use-post-saving.ts'

const PAUSE_MS = 400

/**
 * Stores unsaved changes in this browser and warns before leaving. Returns whether they are stored; null without
 * changes.
 */
export function useUnsavedEdit(
  base: RefObject<EditedPost>,
  form: PostForm,
  hasChanges: boolean,
): boolean | null {
  const [isStored, setIsStored] = useState<boolean | null>(null)
  const hadChanges = useRef(false)

  useEffect(() => {
    if (!hasChanges) {
      // Removes only what this editor stored; edits from an earlier visit stay.
      if (hadChanges.current) removeEdit(base.current)
      hadChanges.current = false
      setIsStored(null)
      return
    }
    hadChanges.current = true
    const save = () => setIsStored(storeEdit(base.current, form))
    const timer = setTimeout(save, PAUSE_MS)
    const leave = (event: BeforeUnloadEvent) => {
      storeEdit(base.current, form)
      event.preventDefault()
    }
    window.addEventListener('beforeunload', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeunload', leave)
    }
  }, [base, form, hasChanges])

  return isStored
}

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
