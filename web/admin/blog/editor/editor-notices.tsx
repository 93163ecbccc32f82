import { Button } from '#web/ui/button.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import type { PostEditing } from './use-post-editor.ts'

export function EditorNotices({ editing }: { editing: PostEditing }) {
  const { form, failure, saving, versions, isBusy, keepMine } = editing
  const { theirs, edited, isDeleted } = saving
  return (
    <>
      {theirs && (
        <ConflictNotice
          theirs={theirs}
          opened={edited.saved}
          mine={form}
          isSaving={isBusy}
          onKeepMine={keepMine}
          onLoadTheirs={versions.loadTheirs}
        />
      )}
      {versions.mine && !theirs && (
        <div role="status" className="mb-6 flex flex-wrap items-center gap-3 text-sm">
          <p>This is the other version. Yours is kept in this browser.</p>
          <Button onClick={versions.restoreMine}>Back to mine</Button>
        </div>
      )}
      {isDeleted && (
        <div className="mb-6">
          <FailureNotice>This post was deleted in the meantime. Saving creates it again.</FailureNotice>
        </div>
      )}
      {failure !== null && !isDeleted && (
        <div className="mb-6">
          <FailureNotice>{failure}</FailureNotice>
        </div>
      )}
    </>
  )
}
