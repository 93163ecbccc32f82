import { type RefObject, useEffect, useRef, useState } from 'react'
import { forgetEdit, keepEdit } from '#web/admin/blog/kept-edits.ts'
import type { Edited, PostForm } from '#web/admin/blog/post-form.ts'

const PAUSE_MS = 400

/**
 * Keeps the open editor in this browser while it has changes, and asks before the page is left with them. Answers
 * whether the browser keeps them; null while there is nothing to keep.
 */
export function useKeptForm(base: RefObject<Edited>, form: PostForm, hasChanges: boolean): boolean | null {
  const [isKept, setIsKept] = useState<boolean | null>(null)
  const hadChanges = useRef(false)

  useEffect(() => {
    if (!hasChanges) {
      // What was typed and taken back again; contents kept by an earlier visit are not this editor's to forget.
      if (hadChanges.current) forgetEdit(base.current)
      hadChanges.current = false
      setIsKept(null)
      return
    }
    hadChanges.current = true
    const save = () => setIsKept(keepEdit(base.current, form))
    const timer = setTimeout(save, PAUSE_MS)
    const leave = (event: BeforeUnloadEvent) => {
      keepEdit(base.current, form)
      event.preventDefault()
    }
    window.addEventListener('beforeunload', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('beforeunload', leave)
    }
  }, [base, form, hasChanges])

  return isKept
}
