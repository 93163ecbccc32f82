import { Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { CONTACT_STATUSES, type Contact, type ContactStatus } from '#domain/contacts.ts'
import { callAdmin, messageOf, useAdminChange, useAdminList } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { FilterSelect, ListEnd, SearchBox } from '#web/admin/list-tools.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'

const PATH = '/api/admin/contacts'
const REFRESHES = [[PATH], ['/api/admin', 'dashboard']]

const STATUS_LABELS: Record<ContactStatus, string> = {
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  archived: 'Archived',
}
const STATUS_LOOKS: Record<ContactStatus, BadgeLook> = {
  new: 'weak',
  read: 'info',
  replied: 'good',
  archived: 'plain',
}

const isKnown = (status: string): status is ContactStatus => status in STATUS_LABELS

export function ContactsTab() {
  const [status, setStatus] = useState('all')
  const [search, setSearch] = useState('')
  const onSearch = useCallback((text: string) => setSearch(text), [])
  const isNarrowed = status !== 'all' || search !== ''
  const list = useAdminList<Contact>(PATH, {
    ...(status === 'all' ? {} : { status }),
    ...(search === '' ? {} : { search }),
  })
  const contacts = list.data?.pages.flatMap(({ items }) => items) ?? []

  return (
    <AdminLayout title="Contact Forms">
      <div className="mb-4 flex flex-wrap gap-2">
        <SearchBox label="Search contacts" onSearch={onSearch} />
        <FilterSelect
          label="Status"
          value={status}
          onChange={setStatus}
          options={[
            { value: 'all', label: 'All statuses' },
            ...CONTACT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
          ]}
        />
      </div>
      {list.isPending && <LoadingRows count={3} height="h-32" />}
      {list.isError && (
        <FailedState
          message={messageOf(list.error, 'The contacts could not be loaded')}
          onRetry={() => list.refetch()}
        />
      )}
      {list.isSuccess && contacts.length === 0 && (
        <EmptyState title={isNarrowed ? 'No contact submissions match' : 'No contact submissions yet'} />
      )}
      {contacts.length > 0 && (
        <>
          <ul className="space-y-3">
            {contacts.map((contact) => (
              <li key={contact.id}>
                <ContactRow contact={contact} />
              </li>
            ))}
          </ul>
          <ListEnd
            shown={contacts.length}
            total={list.data?.pages[0]?.total ?? contacts.length}
            isBusy={list.isFetchingNextPage}
            onMore={list.hasNextPage ? () => list.fetchNextPage() : null}
          />
        </>
      )}
    </AdminLayout>
  )
}

function ContactRow({ contact }: { contact: Contact }) {
  const [isAsking, setIsAsking] = useState(false)
  const setStatus = useAdminChange({
    run: (status: string) => callAdmin('PATCH', `${PATH}/${contact.id}`, { status }),
    success: 'Contact updated successfully',
    failure: 'Failed to update contact',
    refreshes: REFRESHES,
  })
  const remove = useAdminChange({
    run: () => callAdmin('DELETE', `${PATH}/${contact.id}`),
    success: 'Contact deleted successfully',
    failure: 'Failed to delete contact',
    refreshes: REFRESHES,
  })
  const { status } = contact

  return (
    <article className="rounded-card border border-border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="break-words font-semibold text-base">{contact.name}</h2>
        <Badge look={isKnown(status) ? STATUS_LOOKS[status] : 'plain'}>
          {isKnown(status) ? STATUS_LABELS[status] : status}
        </Badge>
        <div className="ml-auto flex items-center gap-1">
          <FilterSelect
            label={`Status of the message from ${contact.name}`}
            value={status}
            onChange={setStatus.mutate}
            options={[
              ...(isKnown(status) ? [] : [{ value: status, label: status }]),
              ...CONTACT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
            ]}
          />
          <IconButton label={`Delete the message from ${contact.name}`} onClick={() => setIsAsking(true)}>
            <Trash2 aria-hidden size={18} />
          </IconButton>
        </div>
      </div>
      <p className="break-words text-muted text-sm">
        <a href={`mailto:${encodeURIComponent(contact.email)}`} className="link">
          {contact.email}
        </a>
        {' · '}
        <time dateTime={contact.createdAt}>{showMoment(contact.createdAt)}</time>
      </p>
      <p className="mt-3 break-words font-medium">{contact.subject}</p>
      <p className="mt-1 max-w-[75ch] whitespace-pre-wrap break-words">{contact.message}</p>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Delete contact"
        text={`Are you sure you want to delete the message "${contact.subject}" from ${contact.name}? This action cannot be undone.`}
        action="Delete"
        onConfirm={() => remove.mutate(undefined)}
      />
    </article>
  )
}
