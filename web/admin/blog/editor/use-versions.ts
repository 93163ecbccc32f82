import { useEffect, useEffectEvent, useState } from 'react'
import { describePostChange, type EditedPost, editedOf, type PostForm } from '#web/admin/blog/post-form.ts'
import { removeEdit, storeEdit } from '#web/admin/blog/unsaved-edits.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { PostSaving } from './use-post-saving.ts'

type OwnVersion = { edited: EditedPost; form: PostForm }

/** Lets the writer switch between two versions. Both are kept: the writer's own in this browser. */
export function useVersions(
  { base, theirs, setTheirs, rebase }: PostSaving,
  form: PostForm,
  setForm: (form: PostForm) => void,
  hasChanges: boolean,
) {
  const showToast = useToast()
  /** The writer's version while the other version is shown. */
  const [mine, setMine] = useState<OwnVersion | null>(null)

  const keepMine = () => {
    if (!theirs) return
    removeEdit(base.current)
    rebase(editedOf(theirs))
    storeEdit(base.current, form)
    setTheirs(null)
  }

  const loadTheirs = () => {
    if (!theirs) return
    storeEdit(base.current, form)
    setMine({ edited: base.current, form })
    show(editedOf(theirs))
  }

  const restoreMine = () => {
    if (!mine) return
    removeEdit(mine.edited)
    setForm(mine.form)
    setMine(null)
  }

  function show(edited: EditedPost) {
    rebase(edited)
    setForm(edited.saved)
    setTheirs(null)
  }

  // Without changes of their own, the writer continues with the newest version.
  const follow = useEffectEvent(() => {
    if (!theirs || hasChanges) return
    const title = describePostChange(base.current.saved, theirs)
    show(editedOf(theirs))
    showToast({ title, description: 'This is the new version.' })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per incoming version
  useEffect(() => follow(), [theirs])

  return { mine, keepMine, loadTheirs, restoreMine }
}
