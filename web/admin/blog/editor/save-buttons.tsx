import { Button } from '#web/ui/button.tsx'
import type { PostEditing } from './use-post-editor.ts'

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
