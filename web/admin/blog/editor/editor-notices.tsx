import { GitCompare } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Post } from '#domain/posts.ts'
import {
  changedFields,
  describePostChange,
  editedOf,
  FIELD_LABELS,
  type PostForm,
} from '#web/admin/blog/post-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureNotice, Remark } from '#web/ui/notice.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { lazyPanel } from './lazy-panel.tsx'
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

const VersionDiff = lazyPanel(
  async () => (await import('./version-diff.tsx')).VersionDiff,
  'The differences could not be loaded.',
)

type Props = {
  theirs: Post
  /** The version this edit started from. */
  opened: PostForm
  mine: PostForm
  isSaving: boolean
  onKeepMine: () => void
  onLoadTheirs: () => void
}

const list = new Intl.ListFormat('en')

/** Shows who else saved the post and the differences, and asks which version to keep. */
function ConflictNotice({ theirs, opened, mine, isSaving, onKeepMine, onLoadTheirs }: Props) {
  const [showsDiff, setShowsDiff] = useState(false)
  const { saved } = editedOf(theirs)
  const changed = changedFields(opened, saved).map((field) => FIELD_LABELS[field])
  return (
    <section
      aria-label="Conflicting versions"
      className="mb-6 space-y-3 rounded-card border border-fair bg-surface p-4"
    >
      <div role="alert" className="space-y-1 text-sm">
        <p className="font-semibold text-base">
          {describePostChange(opened, theirs)} <RelativeTime at={theirs.updatedAt} />
        </p>
        <p>
          {changed.length > 0 && `Changed: ${list.format(changed)}. `}
          Your version isn’t saved yet. This browser keeps it.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={showsDiff} onClick={() => setShowsDiff(!showsDiff)}>
          <GitCompare aria-hidden size={16} />
          {showsDiff ? 'Hide differences' : 'Show differences'}
        </Button>
        <Button onClick={onLoadTheirs} disabled={isSaving}>
          Load theirs
        </Button>
        <Button onClick={onKeepMine} disabled={isSaving}>
          Keep mine
        </Button>
      </div>
      {showsDiff && (
        <Suspense fallback={<p className="text-muted">Loading…</p>}>
          <VersionDiff theirs={saved} mine={mine} />
        </Suspense>
      )}
    </section>
  )
}
