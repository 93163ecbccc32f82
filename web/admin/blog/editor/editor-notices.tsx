import { Button } from '#web/ui/button.tsx'
import { FailureNotice, Remark } from '#web/ui/notice.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import type { PostEditing } from './use-post-editor.ts'
import { useRenderedPost } from './use-rendered-post.ts'

const PAUSE_MS = 1_000

export function EditorNotices({ editing }: { editing: PostEditing }) {
  const { form, failure, saving, versions, isBusy, keepMine } = editing
  const { theirs, edited, isDeleted } = saving
  const { textFrom = null, deadLinks = [] } = useRenderedPost(form.content, PAUSE_MS).data ?? {}
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
      {textFrom !== null && (
        <div role="status" className="mb-6">
          <Remark>
            From line {textFrom.toLocaleString()} on, tables, lists, quotes, footnotes and reference links are
            shown as plain text, because the page would become far longer than the post.
          </Remark>
        </div>
      )}
      {deadLinks.length > 0 && (
        <div role="status" className="mb-6">
          <Remark>
            {deadLinks.length === 1 ? 'This link leads' : 'These links lead'} nowhere in the post:{' '}
            <span className="wrap-anywhere font-mono">{deadLinks.join(', ')}</span>
          </Remark>
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
