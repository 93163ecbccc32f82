import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Post, PostEdit } from '#domain/posts.ts'
import { type EditedPost, inputOf, isSame, type PostForm, withTitle } from '#web/admin/blog/post-form.ts'
import { removeEdit } from '#web/admin/blog/unsaved-edits.ts'
import { usePostToast } from '#web/admin/blog/use-post-toast.ts'
import { useAdminMutation } from '#web/admin/client.ts'
import { ApiError } from '#web/lib/api.ts'
import { fieldErrors } from '#web/lib/field-errors.ts'
import { useConfirm } from '#web/ui/confirm-provider.tsx'
import { useDraftAutosave } from './use-draft-autosave.ts'
import { usePostSaving } from './use-post-saving.ts'
import { useSaveOnUnmount, useUnsavedEdit } from './use-unsaved-edit.ts'
import { useVersions } from './use-versions.ts'

export type EditorProps = {
  edited: EditedPost
  /** Unsaved changes from an earlier visit. */
  unsaved: PostForm | undefined
  /** Saved by someone else since then. */
  theirs: Post | null
  /** Called when the server has created the post. */
  onCreate: (id: number) => void
  onClose: () => void
}

type Errors = Record<string, string>
type Submission = { form: PostForm; stays: boolean }
type Done = Submission & { post: Post }

const CREATING = { success: 'Blog post created successfully', failure: 'Failed to create blog post' }
const UPDATING = { success: 'Blog post updated successfully', failure: 'Failed to update blog post' }
const PUBLISHING = { success: 'Blog post published successfully', failure: 'Failed to publish blog post' }

export type PostEditing = ReturnType<typeof usePostEditor>

/** Form state, validation and saving of the editor. `revealErrors` shows and focuses errors. */
export function usePostEditor(
  { edited: initial, unsaved, theirs: initialTheirs, onCreate, onClose }: EditorProps,
  {
    isAddingImages,
    revealErrors,
  }: { isAddingImages: boolean; revealErrors: (errors: Errors, show: () => void) => void },
) {
  const [form, setForm] = useState(unsaved ?? initial.saved)
  const [isNew, setIsNew] = useState(initial.id === null)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const confirm = useConfirm()
  const latest = useRef(form)
  latest.current = form

  const saving = usePostSaving(initial, initialTheirs)
  const { edited, base, theirs } = saving
  const hasChanges = !isSame(form, edited.saved)
  const isDraft = form.status === 'draft' && edited.saved.status === 'draft'
  // A schedule is set or cleared by the writer's own press only.
  const keepsSchedule = form.publishAt === edited.saved.publishAt
  const canAutosave = isDraft && keepsSchedule && theirs === null && !saving.isDeleted
  const isStored = useUnsavedEdit(base, form, hasChanges)

  const finish = async (submission: Submission): Promise<Done> => ({
    ...submission,
    post: await saving.save(submission.form),
  })
  const onSuccess = (done: Done) => {
    setIsNew(false)
    setFailure(null)
    // Keeps text typed during the save, with the saved status.
    const { status, publishAt } = done.form
    const isUnchanged = isSame({ ...latest.current, status, publishAt }, done.form)
    change({ status, publishAt })
    if (!done.stays && isUnchanged) leave()
  }
  const postToast = usePostToast()
  const changing = ({ success, failure }: typeof CREATING) => ({
    success: ({ post }: Done) => postToast(success, post),
    failure,
    run: finish,
    refreshes: [],
    onSuccess,
  })
  const save = useAdminMutation(changing(isNew ? CREATING : UPDATING))
  const publish = useAdminMutation(changing(PUBLISHING))
  const isBusy = save.isPending || publish.isPending
  const autosave = useDraftAutosave(form, hasChanges && canAutosave && !isBusy, (form) =>
    saving.save(form, { isAutosave: true }),
  )
  const versions = useVersions(saving, form, setForm, hasChanges)
  const cancelSaveOnUnmount = useSaveOnUnmount(saving, form, hasChanges, canAutosave)

  const isLeaving = useRef(false)
  const created = useEffectEvent(onCreate)
  useEffect(() => {
    if (initial.id === null && edited.id !== null && !isLeaving.current) created(edited.id)
  }, [initial.id, edited.id])

  function change(part: Partial<PostForm>) {
    setForm((current) => ({ ...current, ...part }))
    setErrors((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !(field in part))))
  }

  const changeTitle = (title: string) => change({ title, slug: withTitle(form, title).slug })

  function submit(action: typeof save, next: PostForm, stays: boolean) {
    if (isBusy) return
    if (isAddingImages) return setFailure('Please insert the added images first, or remove them.')
    const parsed = PostEdit.safeParse(inputOf(next))
    if (!parsed.success) return refuse(fieldErrors(parsed.error))
    setErrors({})
    setFailure(null)
    action.mutate(
      { form: next, stays },
      {
        onError: (error) => {
          if (!(error instanceof ApiError)) return
          if ('basedOn' in error.fields) return
          refuse(error.fields)
          if (Object.keys(error.fields).length === 0) setFailure(error.serverMessage)
        },
      },
    )
  }

  function refuse(found: Errors) {
    if (Object.keys(found).length > 0) revealErrors(found, () => setErrors(found))
  }

  function leave() {
    isLeaving.current = true
    cancelSaveOnUnmount()
    removeEdit(base.current)
    onClose()
  }

  function close() {
    const ask = () =>
      confirm({
        title: 'Discard unsaved changes?',
        text: `Your changes to "${form.title || 'Untitled'}" haven’t been saved and will be lost.`,
        action: 'Discard',
        onConfirm: leave,
      })
    if (isAddingImages) return ask()
    if (!hasChanges) return leave()
    if (!canAutosave) return ask()
    saving.save(form, { isAutosave: true }).then(leave, ask)
  }

  return {
    form,
    errors,
    failure,
    isNew,
    isBusy,
    isStored,
    saving,
    autosave,
    versions,
    change,
    changeTitle,
    save: ({ stays }: { stays: boolean }) => submit(save, form, stays),
    publish: () => submit(publish, { ...form, status: 'published', publishAt: '' }, false),
    keepMine: () => {
      versions.keepMine()
      submit(save, form, true)
    },
    close,
  }
}
