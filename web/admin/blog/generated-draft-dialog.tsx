import type { Post } from '#domain/posts.ts'
import { GeneratedText } from '#web/admin/generated-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Props = { draft: Post; onClose: () => void; onEdit: () => void }

/** Shows a generated draft before it is used. */
export function GeneratedDraftDialog({ draft, onClose, onEdit }: Props) {
  return (
    <Dialog
      onClose={onClose}
      title={draft.title}
      description="Saved as a draft. Check it before you publish it."
      size="wide"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="primary" onClick={onEdit}>
            Edit Draft
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard */}
      <section aria-label="Draft" tabIndex={0} className="max-w-[72ch]">
        <GeneratedText text={draft.content} />
      </section>
    </Dialog>
  )
}
