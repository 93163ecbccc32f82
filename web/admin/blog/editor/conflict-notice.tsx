import { GitCompare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Post } from '#domain/posts.ts'
import { changedFields, editedOf, FIELD_LABELS, type PostForm } from '#web/admin/blog/post-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Moment } from '#web/ui/moment.tsx'

/** Without its code the two versions can still be chosen from. */
const Difference = lazy(() =>
  import('./difference.tsx').then(
    ({ Difference }) => ({ default: Difference }),
    () => ({ default: () => <p className="text-muted">The difference could not be loaded.</p> }),
  ),
)

type Props = {
  theirs: Post
  /** The version that this edit began with. */
  opened: PostForm
  mine: PostForm
  isSaving: boolean
  onKeepMine: () => void
  onLoadTheirs: () => void
}

const list = new Intl.ListFormat('en')

/** Who else saved the post, what they changed, and the choice between the two versions. */
export function ConflictNotice({ theirs, opened, mine, isSaving, onKeepMine, onLoadTheirs }: Props) {
  const [showsDifference, setShowsDifference] = useState(false)
  const { saved } = editedOf(theirs)
  const changed = changedFields(opened, saved).map((field) => FIELD_LABELS[field])
  return (
    <section
      aria-label="Two versions"
      className="mb-6 space-y-3 rounded-card border border-fair bg-surface p-4"
    >
      <div role="alert" className="space-y-1 text-sm">
        <p className="font-semibold text-base">
          {theirs.updatedBy ?? 'Someone else'} changed this post <Moment at={theirs.updatedAt} />
        </p>
        <p>
          {changed.length > 0 && `Changed: ${list.format(changed)}. `}
          Your version is not saved; this browser keeps it.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={showsDifference} onClick={() => setShowsDifference(!showsDifference)}>
          <GitCompare aria-hidden size={16} />
          {showsDifference ? 'Hide the difference' : 'See the difference'}
        </Button>
        <Button onClick={onLoadTheirs} disabled={isSaving}>
          Load theirs
        </Button>
        <Button onClick={onKeepMine} disabled={isSaving}>
          Keep mine
        </Button>
      </div>
      {showsDifference && (
        <Suspense fallback={<p className="text-muted">Loading…</p>}>
          <Difference theirs={saved} mine={mine} />
        </Suspense>
      )}
    </section>
  )
}
