import { useEffect, useEffectEvent, useState } from 'react'
import { forgetEdit, keepEdit } from '#web/admin/blog/kept-edits.ts'
import { type Edited, editedOf, type PostForm } from '#web/admin/blog/post-form.ts'
import { useToast } from '#web/ui/toast.tsx'
import type { PostSaving } from './use-post-saving.ts'

type Mine = { edited: Edited; form: PostForm }

/** The choice between two versions of a post. Neither is lost: the writer's own stays in this browser. */
export function useVersions(
  { base, theirs, setTheirs, rebase }: PostSaving,
  form: PostForm,
  setForm: (form: PostForm) => void,
  hasChanges: boolean,
) {
  const showToast = useToast()
  /** The writer's version while theirs is shown. */
  const [mine, setMine] = useState<Mine | null>(null)

  const keepMine = () => {
    if (!theirs) return
    forgetEdit(base.current)
    rebase(editedOf(theirs))
    keepEdit(base.current, form)
    setTheirs(null)
  }

  const loadTheirs = () => {
    if (!theirs) return
    keepEdit(base.current, form)
    setMine({ edited: base.current, form })
    show(editedOf(theirs))
  }

  const goBackToMine = () => {
    if (!mine) return
    forgetEdit(mine.edited)
    setForm(mine.form)
    setMine(null)
  }

  function show(edited: Edited) {
    rebase(edited)
    setForm(edited.saved)
    setTheirs(null)
  }

  // With nothing of their own at stake, a writer simply goes on with the newest version.
  const follow = useEffectEvent(() => {
    if (!theirs || hasChanges) return
    show(editedOf(theirs))
    showToast({
      title: `${theirs.updatedBy ?? 'Someone else'} changed this post`,
      description: 'You see the new version.',
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each version that comes is looked at once
  useEffect(() => follow(), [theirs])

  return { mine, keepMine, loadTheirs, goBackToMine }
}
