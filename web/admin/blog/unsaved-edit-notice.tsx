import { showMoment } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import type { UnsavedEdit } from './unsaved-edits.ts'

type Props = { unsaved: UnsavedEdit; onContinue: () => void; onDiscard: () => void }

/** Offers to restore edits that were kept when the page closed or the session ended. */
export function UnsavedEditNotice({ unsaved: { keptAt, form, edited }, onContinue, onDiscard }: Props) {
  const title = form.title || 'Untitled'
  return (
    <section
      aria-label={`Unsaved changes to ${title}`}
      className="mb-4 flex flex-wrap items-center gap-3 rounded-card border border-info bg-surface p-4"
    >
      <p className="min-w-0 flex-1 basis-72 break-words">
        {edited.id === null ? 'A new post' : 'Changes to a post'}, <strong>{title}</strong>, kept in this
        browser on {showMoment(keptAt)}, {edited.id === null ? 'was' : 'were'} never saved.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onDiscard}>Discard</Button>
        <Button look="primary" onClick={onContinue}>
          Continue editing
        </Button>
      </div>
    </section>
  )
}
