import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { REVISIONS_PER_PAGE, type RevisionText } from '#domain/posts.ts'
import type { PostForm } from '#web/admin/blog/post-form.ts'
import { callAdmin, messageOf, useAdminMutation, useAdminQuery } from '#web/admin/client.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-provider.tsx'
import { EmptyState } from '#web/ui/data-states.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureNotice } from '#web/ui/notice.tsx'
import { VersionDiff } from './version-diff.tsx'

const PATH = '/api/admin/blog/posts/:id/revisions'

type Props = {
  postId: number
  form: PostForm
  onRestore: (text: Partial<PostForm>) => void
  onClose: () => void
}

/** Former texts of a post. Restoring one only fills in the editor, so that saving it keeps the current text. */
export function RevisionsDialog({ postId, form, onRestore, onClose }: Props) {
  const [offset, setOffset] = useState(0)
  const [chosen, setChosen] = useState<number | null>(null)
  const list = useAdminQuery(PATH, {
    params: { id: postId },
    query: { limit: REVISIONS_PER_PAGE, offset },
    gcTime: 0,
  })
  const confirm = useConfirm()
  const remove = useAdminMutation({
    run: (id: number) => callAdmin('DELETE', `${PATH}/:revision`, { params: { id: postId, revision: id } }),
    onSuccess: () => setChosen(null),
    success: 'Revision deleted',
    failure: 'Failed to delete the revision',
    refreshes: [[PATH, { id: postId }]],
  })
  const move = (by: number) => {
    setChosen(null)
    setOffset(offset + by)
  }
  return (
    <Dialog
      size="wide"
      title="Revisions"
      description="Texts that were replaced by later saves, newest first."
      onClose={onClose}
      actions={
        (offset > 0 || list.data?.length === REVISIONS_PER_PAGE) && (
          <>
            {offset > 0 && <Button onClick={() => move(-REVISIONS_PER_PAGE)}>Newer</Button>}
            {list.data?.length === REVISIONS_PER_PAGE && (
              <Button onClick={() => move(REVISIONS_PER_PAGE)}>Older</Button>
            )}
          </>
        )
      }
    >
      {list.isError && (
        <FailureNotice>{messageOf(list.error, 'The revisions could not be loaded')}</FailureNotice>
      )}
      {list.isPending && <p className="text-muted">Loading…</p>}
      {list.data?.length === 0 && <EmptyState title="No revisions yet" />}
      <ul className="space-y-3">
        {list.data?.map(({ id, savedAt, savedBy }) => (
          <li key={id} className="space-y-3">
            <Button aria-expanded={chosen === id} onClick={() => setChosen(chosen === id ? null : id)}>
              {showMoment(savedAt)}
              {savedBy === null ? '' : `, ${savedBy}`}
            </Button>
            {chosen === id && (
              <Revision postId={postId} id={id} form={form} onRestore={onRestore}>
                <GuardedButton
                  permission="posts.delete"
                  disabled={remove.isPending}
                  onClick={() =>
                    confirm({
                      title: 'Delete this revision?',
                      text: 'Its text is deleted from the database at once. Backups keep it.',
                      subject: showMoment(savedAt),
                      action: 'Delete',
                      onConfirm: () => remove.mutate(id),
                    })
                  }
                >
                  <Trash2 aria-hidden size={16} /> Delete this text
                </GuardedButton>
              </Revision>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

type RevisionProps = Pick<Props, 'postId' | 'form' | 'onRestore'> & { id: number; children: ReactNode }

function Revision({ postId, id, form, onRestore, children }: RevisionProps) {
  const revision = useAdminQuery(`${PATH}/:revision`, { params: { id: postId, revision: id }, gcTime: 0 })
  if (revision.isError)
    return (
      <>
        <FailureNotice>{messageOf(revision.error, 'The revision could not be loaded')}</FailureNotice>
        {children}
      </>
    )
  if (!revision.data) return <p className="text-muted">Loading…</p>
  const text = formOf(revision.data)
  return (
    <>
      <VersionDiff theirs={{ ...form, ...text }} mine={form} names={NAMES} />
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => onRestore(text)}>
          Restore this text
        </Button>
        {children}
      </div>
    </>
  )
}

const NAMES = { removed: 'Then', added: 'Now' }

const formOf = ({ tags, ...text }: RevisionText) => ({ ...text, tags: tags.join(', ') })
