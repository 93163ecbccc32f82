import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { PERSON_PATH } from '#domain/contacts.ts'
import { callAdmin, messageOf, useAdminMutation } from '#web/admin/client.ts'
import { saveFile } from '#web/admin/download.ts'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { Button } from '#web/ui/button.tsx'
import { useConfirm } from '#web/ui/confirm-provider.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { DASHBOARD } from './use-contact-changes.ts'

/** Finds, exports and deletes one person's messages, for data protection requests. */
export function PersonDialog({ onClose }: { onClose: () => void }) {
  const confirm = useConfirm()
  const [email, setEmail] = useState('')
  const person = { email }
  const search = useMutation({
    mutationFn: () => callAdmin('POST', PERSON_PATH, { body: person }),
  })
  const exporting = useAdminMutation({
    run: () => callAdmin('POST', `${PERSON_PATH}/export`, { body: person }),
    success: 'Messages exported',
    failure: 'The messages were not exported',
    refreshes: [],
    onSuccess: (data) => {
      const file = new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' })
      saveFile(file, 'messages.json')
    },
  })
  const deletion = useAdminMutation({
    run: () => callAdmin('POST', `${PERSON_PATH}/delete`, { body: person }),
    success: ({ deleted }) => ({ title: `${messages(deleted)} deleted` }),
    failure: 'The messages were not deleted',
    refreshes: [['/api/admin/contacts'], ...DASHBOARD],
    onSuccess: () => change(''),
  })
  const found = search.data?.messages ?? 0

  function change(text: string): void {
    setEmail(text)
    search.reset()
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    search.mutate()
  }
  const askToDelete = () =>
    confirm({
      title: 'Delete all messages from this person',
      text: `Are you sure you want to delete ${messages(found)} from this address? This action cannot be undone. Earlier backups still contain them.`,
      subject: email,
      action: 'Delete all',
      onConfirm: () => deletion.mutate(undefined),
    })

  return (
    <Dialog
      onClose={onClose}
      title="Messages by address"
      description="For data access and deletion requests."
      actions={
        found > 0 && (
          <>
            <GuardedButton permission="contacts.delete" onClick={() => exporting.mutate(undefined)}>
              Export
            </GuardedButton>
            <GuardedButton permission="contacts.delete" look="danger" onClick={askToDelete}>
              Delete all
            </GuardedButton>
          </>
        )
      }
    >
      <form onSubmit={find} noValidate className="space-y-4">
        <TextField
          label="Email address"
          type="email"
          autoComplete="off"
          required
          value={email}
          onChange={({ target }) => change(target.value)}
          error={search.isError ? messageOf(search.error, 'The messages could not be found') : undefined}
        />
        <Button type="submit" look="primary" disabled={search.isPending}>
          {search.isPending ? 'Finding…' : 'Find messages'}
        </Button>
        <p aria-live="polite" className="text-sm">
          {search.data &&
            (found === 0 ? 'There are no messages from this address.' : `${messages(found)} found.`)}
        </p>
      </form>
    </Dialog>
  )
}

const messages = (count: number) => (count === 1 ? '1 message' : `${count.toLocaleString()} messages`)
