import { Plus } from 'lucide-react'
import { useState } from 'react'
import { REDIRECT_SORTS, type Redirect, RedirectInput } from '#domain/redirects.ts'
import { callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { useForm } from '#web/admin/form.tsx'
import { FormDialog } from '#web/admin/form-dialog.tsx'
import { GuardedButton } from '#web/admin/guarded-button.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { timeColumn } from '#web/admin/list/columns.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Column } from '#web/admin/list/types.ts'
import { askToDelete, useDeletion } from '#web/admin/list/use-deletion.ts'
import { useList } from '#web/admin/list/use-list.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { useCommand } from '#web/admin/shortcuts.ts'
import { EmptyState } from '#web/ui/data-states.tsx'
import { AS_TYPED, TextField } from '#web/ui/field.tsx'

const PATH = '/api/admin/redirects'

const columns: Column<Redirect>[] = [
  { title: 'From', sort: 'source', isText: true, onCard: 'title', show: ({ source }) => source },
  { title: 'To', isText: true, onCard: 'line', show: ({ target }) => target },
  timeColumn('Created', 'createdAt', { hides: 1 }),
]

export function RedirectsPage() {
  /** 'new', or the redirect to edit. */
  const [open, setOpen] = useState<Redirect | 'new' | null>(null)
  const list = useList({
    path: PATH,
    sorts: REDIRECT_SORTS,
    defaultSorting: { sort: 'createdAt', order: 'desc' },
  })
  const remove = useDeletion<Redirect>({
    nouns: ['redirect', 'redirects'],
    permission: 'redirects.write',
    question: ([redirect]) => askToDelete(`the redirect from ${redirect?.source}`),
    deleteOne: ({ id }) => callAdmin('DELETE', `${PATH}/:id`, { params: { id } }),
    success: () => ({ title: 'Redirect deleted' }),
    failure: 'Failed to delete the redirect',
    refreshes: [[PATH]],
  })
  const disabledReason = readDenialReason('redirects.write')
  const create = () => setOpen('new')
  useCommand('Add Redirect', create, disabledReason === null)
  const actionsOf = (redirect: Redirect): Action[] => [
    { label: 'Edit', disabledReason, onSelect: () => setOpen(redirect) },
    remove([redirect]),
  ]
  return (
    <AdminLayout
      title="Redirects"
      actions={
        <GuardedButton permission="redirects.write" look="primary" onClick={create}>
          <Plus aria-hidden size={18} />
          Add Redirect
        </GuardedButton>
      }
    >
      <List
        name="Redirects"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        nameOf={({ source }) => `the redirect from ${source}`}
        actionsOf={actionsOf}
        searchLabel="Search redirects"
        empty={
          <EmptyState title="No redirects yet">
            Former addresses lead visitors to their new ones. Importing posts adds those of their old site.
          </EmptyState>
        }
        noMatch="No redirects match."
        failure="The redirects could not be loaded"
      />
      {open && <RedirectDialog redirect={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </AdminLayout>
  )
}

/** `redirect` is null for a new one. */
function RedirectDialog({ redirect, onClose }: { redirect: Redirect | null; onClose: () => void }) {
  const save = useAdminMutation({
    run: (body: RedirectInput) =>
      redirect
        ? callAdmin('PUT', `${PATH}/:id`, { params: { id: redirect.id }, body })
        : callAdmin('POST', PATH, { body }),
    success: redirect ? 'Redirect updated' : 'Redirect added',
    failure: redirect ? 'Failed to update the redirect' : 'Failed to add the redirect',
    refreshes: [[PATH]],
    onSuccess: onClose,
  })
  const form = useForm({
    initial: { source: redirect?.source ?? '', target: redirect?.target ?? '' },
    parse: RedirectInput.safeParse,
    sending: save,
  })
  return (
    <FormDialog
      form={form}
      action={redirect ? 'Save Changes' : 'Add Redirect'}
      onClose={onClose}
      title={redirect ? 'Edit Redirect' : 'Add Redirect'}
    >
      <TextField
        label="From"
        required
        autoComplete="off"
        {...AS_TYPED}
        hint="A path without a page of its own, such as /2019/05/old-post."
        {...form.bind('source')}
      />
      <TextField
        label="To"
        required
        autoComplete="off"
        {...AS_TYPED}
        hint="A path on this site. The address of a post follows when its slug changes."
        {...form.bind('target')}
      />
    </FormDialog>
  )
}
