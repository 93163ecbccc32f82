import type { ReactNode } from 'react'
import type { PostStatus } from '#domain/posts.ts'
import { POST_STATUS_LABELS, scheduledFor } from '#web/admin/blog/post-statuses.ts'
import { Button } from '#web/ui/button.tsx'
import type { PostEditing } from './use-post-editor.ts'

type Props = {
  status: PostStatus
  /** ISO 8601, or ''. */
  publishAt: string
  isSaving: boolean
  /** Why the last autosave failed. */
  failure: string | null
  /** Whether this browser keeps unsaved changes; null if there are none. */
  isStored: boolean | null
  savedAt: string | null
}

const showTime = (iso: string) => new Date(iso).toLocaleTimeString(undefined, { timeStyle: 'short' })

/** A quiet status line; screen readers announce failures only. */
export function SaveStatus({ status, publishAt, failure, ...rest }: Props) {
  const note = failure === null ? noteOf(rest) : null
  return (
    <p className="truncate text-muted text-sm">
      <span className={note === null && failure === null ? '' : 'max-sm:hidden'}>
        {POST_STATUS_LABELS[status]}
        {publishAt !== '' && ` · ${scheduledFor(publishAt)}`}
      </span>
      <span role="status" className="text-weak">
        {failure !== null && <Note>Not saved: {failure}</Note>}
      </span>
      {note !== null && <Note>{note}</Note>}
    </p>
  )
}

function noteOf({
  isSaving,
  isStored,
  savedAt,
}: Omit<Props, 'status' | 'publishAt' | 'failure'>): string | null {
  if (isSaving) return 'Saving…'
  if (isStored === true) return 'Not saved yet; kept in this browser.'
  if (isStored === false) return 'Not saved; this browser’s storage is full.'
  return savedAt === null ? null : `Saved at ${showTime(savedAt)}`
}

function Note({ children }: { children: ReactNode }) {
  return (
    <>
      <span aria-hidden className="max-sm:hidden">
        {' · '}
      </span>
      <span>{children}</span>
    </>
  )
}

export function SaveButtons({ editing }: { editing: PostEditing }) {
  const { form, isNew, isBusy, saving, save, publish } = editing
  const { id, saved } = saving.edited
  const { status } = saved
  const isUpdate = status === 'published' && form.status === 'published'
  const schedules = form.publishAt !== '' && form.publishAt !== saved.publishAt
  const isAutosaved = id !== null && form.status === 'draft'
  return (
    <div className="flex gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-20 max-sm:border-border max-sm:border-t max-sm:bg-bg max-sm:p-3 max-sm:*:flex-1">
      <Button
        look={status === 'draft' && !schedules ? 'secondary' : 'primary'}
        disabled={isBusy}
        onClick={() => save({ stays: false })}
      >
        {schedules ? 'Schedule' : nameOfSaving({ isNew, isAutosaved, isUpdate })}
      </Button>
      {status === 'draft' && (
        <Button look={schedules ? 'secondary' : 'primary'} disabled={isBusy} onClick={publish}>
          Publish
        </Button>
      )}
    </div>
  )
}

function nameOfSaving(is: { isNew: boolean; isAutosaved: boolean; isUpdate: boolean }): string {
  if (is.isNew) return is.isAutosaved ? 'Save draft' : 'Create Post'
  return is.isUpdate ? 'Update' : 'Save Changes'
}
