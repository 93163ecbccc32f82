import { Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { CONTACT_STATUSES, type Contact, type ContactStatus, SETTABLE_STATUSES } from '#domain/contacts.ts'
import { callAdmin, messageOf, useAdminChange, useAdminList, useAdminQuery } from '#web/admin/client.ts'
import type { DashboardAnswer } from '#web/admin/dashboard/overview-tab.tsx'
import { AdminLayout } from '#web/admin/layout.tsx'
import { FilterSelect, ListEnd, SearchBox } from '#web/admin/list-tools.tsx'
import { showMoment } from '#web/lib/dates.ts'
import { Badge, type BadgeLook } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Remark } from '#web/ui/notice.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/states.tsx'

const PATH = '/api/admin/contacts'
const REFRESHES = [[PATH], ['/api/admin', 'dashboard']]

const STATUS_LABELS: Record<ContactStatus, string> = {
  new: 'New',
  read: 'Read',
  replied: 'Replied',
  archived: 'Archived',
  held_back: 'Held back',
}
const STATUS_LOOKS: Record<ContactStatus, BadgeLook> = {
  new: 'weak',
  read: 'info',
  replied: 'good',
  archived: 'plain',
  held_back: 'fair',
}

const isKnown = (status: string): status is ContactStatus => status in STATUS_LABELS
const isSettable = (status: string) => SETTABLE_STATUSES.some((settable) => settable === status)

export function ContactsTab() {
  const [status, setStatus] = useState('all')
  const [search, setSearch] = useState('')
  const onSearch = useCallback((text: string) => setSearch(text), [])
  const isNarrowed = status !== 'all' || search !== ''
  const list = useAdminList<Contact>(PATH, {
    ...(status === 'all' ? { except: 'held_back' } : { status }),
    ...(search === '' ? {} : { search }),
  })
  const figures = useAdminQuery<DashboardAnswer>(['/api/admin', 'dashboard'])
  const heldBack = figures.data?.heldBackContacts ?? 0
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
            { value: 'all', label: heldBack === 0 ? 'All statuses' : 'All but held back' },
            ...CONTACT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
          ]}
        />
      </div>
      <HeldBackNote count={heldBack} isShown={status === 'held_back'} onShow={() => setStatus('held_back')} />
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

type HeldBackProps = { count: number; isShown: boolean; onShow: () => void }

function HeldBackNote({ count, isShown, onShow }: HeldBackProps) {
  if (count === 0) return null
  if (isShown) {
    return (
      <div className="mb-4">
        <Remark>
          These arrived when there were too many. Set the good ones to New, and delete the others.
        </Remark>
      </div>
    )
  }
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Remark>
        {count === 1 ? '1 message is' : `${count.toLocaleString()} messages are`} held back, because too many
        arrived within an hour.
      </Remark>
      <Button onClick={onShow}>Show held back</Button>
    </div>
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
  const label = isKnown(status) ? STATUS_LABELS[status] : status

  return (
    <article className="rounded-card border border-border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="break-words font-semibold text-base">{contact.name}</h2>
        <Badge look={isKnown(status) ? STATUS_LOOKS[status] : 'plain'}>{label}</Badge>
        <div className="ml-auto flex items-center gap-1">
          <FilterSelect
            label={`Status of the message from ${contact.name}`}
            value={status}
            onChange={setStatus.mutate}
            options={[
              ...(isSettable(status) ? [] : [{ value: status, label }]),
              ...SETTABLE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
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
