import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Post, PostEdit } from '#domain/posts.ts'
import { forgetEdit } from '#web/admin/blog/kept-edits.ts'
import { type Edited, inputOf, isSame, type PostForm, withTitle } from '#web/admin/blog/post-form.ts'
import { useAdminChange } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useDraftAutosave } from './use-draft-autosave.ts'
import { useKeptForm } from './use-kept-form.ts'
import { useParting } from './use-parting.ts'
import { usePostSaving } from './use-post-saving.ts'
import { useVersions } from './use-versions.ts'

export type EditorProps = {
  edited: Edited
  /** What an earlier visit left unsaved. */
  kept: PostForm | undefined
  /** What someone else saved after that visit. */
  theirs: Post | null
  /** Told once the server has a new post. */
  onCreate: (id: number) => void
  onClose: () => void
}

type Errors = Record<string, string>
type Submitted = { form: PostForm; stays: boolean }

const CREATING = { success: 'Blog post created successfully', failure: 'Failed to create blog post' }
const UPDATING = { success: 'Blog post updated successfully', failure: 'Failed to update blog post' }
const PUBLISHING = { success: 'Blog post published successfully', failure: 'Failed to publish blog post' }

export type PostEditing = ReturnType<typeof usePostEditor>

/** An editor's form, what is wrong with it, and all that saves it. `complain` shows and focuses what is wrong. */
export function usePostEditor(
  { edited: initial, kept, theirs: initialTheirs, onCreate, onClose }: EditorProps,
  {
    isAddingImages,
    complain,
  }: { isAddingImages: boolean; complain: (errors: Errors, show: () => void) => void },
) {
  const [form, setForm] = useState(kept ?? initial.saved)
  const [isNew, setIsNew] = useState(initial.id === null)
  const [errors, setErrors] = useState<Errors>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)
  const latest = useRef(form)
  latest.current = form

  const saving = usePostSaving(initial, initialTheirs)
  const { edited, base, theirs } = saving
  const hasChanges = !isSame(form, edited.saved)
  const isDraft = form.status === 'draft' && edited.saved.status === 'draft'
  const canAutosave = isDraft && theirs === null && !saving.isDeleted
  const isKept = useKeptForm(base, form, hasChanges)

  const finish = async ({ form, stays }: Submitted): Promise<Submitted> => {
    await saving.save(form)
    return { form, stays }
  }
  const onSuccess = (done: Submitted) => {
    setIsNew(false)
    setRefusal(null)
    // What was typed meanwhile stays, and has the status that was saved.
    const isWhole = isSame({ ...latest.current, status: done.form.status }, done.form)
    change({ status: done.form.status })
    if (!done.stays && isWhole) leave()
  }
  const save = useAdminChange({ ...(isNew ? CREATING : UPDATING), run: finish, refreshes: [], onSuccess })
  const publish = useAdminChange({ ...PUBLISHING, run: finish, refreshes: [], onSuccess })
  const isBusy = save.isPending || publish.isPending
  const autosave = useDraftAutosave(form, hasChanges && canAutosave && !isBusy, (form) =>
    saving.save(form, { isAutosave: true }),
  )
  const versions = useVersions(saving, form, setForm, hasChanges)
  const part = useParting(saving, form, hasChanges, canAutosave)

  const created = useEffectEvent(onCreate)
  useEffect(() => {
    if (initial.id === null && edited.id !== null) created(edited.id)
  }, [initial.id, edited.id])

  function change(part: Partial<PostForm>) {
    setForm((current) => ({ ...current, ...part }))
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))))
  }

  const changeTitle = (title: string) => change({ title, slug: withTitle(form, title).slug })

  function submit(action: typeof save, next: PostForm, stays: boolean) {
    if (isBusy) return
    if (isAddingImages) return setRefusal('Please insert the added images first, or remove them.')
    const parsed = PostEdit.safeParse(inputOf(next))
    if (!parsed.success) return refuse(fieldErrors(parsed.error))
    setErrors({})
    setRefusal(null)
    action.mutate(
      { form: next, stays },
      {
        onError: (error) => {
          if (!(error instanceof ApiError)) return
          if ('basedOn' in error.fields) return
          refuse(error.fields)
          if (Object.keys(error.fields).length === 0) setRefusal(error.serverMessage)
        },
      },
    )
  }

  function refuse(found: Errors) {
    if (Object.keys(found).length > 0) complain(found, () => setErrors(found))
  }

  function leave() {
    part()
    forgetEdit(base.current)
    onClose()
  }

  function close() {
    if (isAddingImages) return setIsLeaving(true)
    if (!hasChanges) return leave()
    if (!canAutosave) return setIsLeaving(true)
    saving.save(form, { isAutosave: true }).then(leave, () => setIsLeaving(true))
  }

  return {
    form,
    errors,
    refusal,
    isNew,
    isBusy,
    isKept,
    saving,
    autosave,
    versions,
    change,
    changeTitle,
    save: ({ stays }: { stays: boolean }) => submit(save, form, stays),
    publish: () => submit(publish, { ...form, status: 'published' }, false),
    keepMine: () => {
      versions.keepMine()
      submit(save, form, true)
    },
    close,
    leave,
    isLeaving,
    setIsLeaving,
  }
}
