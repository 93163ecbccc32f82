import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { CONTACT_SORTS, CONTACT_STATUSES, type Contact } from '#domain/contacts.ts'
import { messageOf, queryClient, useAdminQuery } from '#web/admin/client.ts'
import { AdminLayout } from '#web/admin/layout.tsx'
import { List } from '#web/admin/list/list.tsx'
import type { Action, Filter } from '#web/admin/list/types.ts'
import { useList } from '#web/admin/list/use-list.ts'
import type { Sorting } from '#web/admin/list/use-list-address.ts'
import { readDenialReason } from '#web/admin/permissions.ts'
import { useShortcut } from '#web/admin/shortcuts.ts'
import { useStoredSwitch } from '#web/admin/use-stored-switch.ts'
import { withParameters } from '#web/admin/with-parameters.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState, FailedState, LoadingRows } from '#web/ui/data-states.tsx'
import { optionsOf } from '#web/ui/select-field.tsx'
import { contactColumns } from './columns.tsx'
import { HeldBackNote } from './held-back-note.tsx'
import { NewMessagesButton, newestId } from './new-messages-button.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { ReadingPane, useContact } from './reading-pane.tsx'
import { replyUrl } from './reply-url.ts'
import { CONTACT_STATUS_LABELS, otherStatuses } from './statuses.ts'
import { CONTACTS_PATH, useContactChanges } from './use-contact-changes.ts'

const MESSAGE = 'message'
const NEWEST_FIRST = { sort: 'createdAt', order: 'desc' } as const

/** Prefetches the next page this many rows before the end: at ten keys per second, it has 2.5 s to arrive. */
const PREFETCH_ROWS = 25

const filtersOf = (heldBack: number): Filter[] => [
  {
    name: 'status',
    label: 'Status',
    options: [
      { value: 'all', label: heldBack === 0 ? 'All statuses' : 'All but held back' },
      ...optionsOf(CONTACT_STATUSES, CONTACT_STATUS_LABELS),
    ],
  },
]

export function ContactsTab() {
  const figures = useAdminQuery('/api/admin/dashboard')
  const heldBack = figures.data?.heldBackContacts ?? 0
  const { openId, open, show, close, showAll } = useOpenMessage()
  const list = useList({
    path: CONTACTS_PATH,
    filters: filtersOf(heldBack),
    sorts: CONTACT_SORTS,
    defaultSorting: NEWEST_FIRST,
    queryOf: ({ status = 'all' }, search) => ({
      ...(status === 'all' ? { except: 'held_back' } : { status }),
      ...(search === '' ? {} : { search }),
    }),
    // The open message stays, so that j and k move on from it.
    belongs: (contact, { status }) =>
      contact.id === openId ||
      (status === 'all' ? contact.status !== 'held_back' : contact.status === status),
  })
  const { rows, address } = list
  const [isPersonOpen, setIsPersonOpen] = useState(false)
  const [deletedIds, setDeletedIds] = useState<number[]>([])
  const replyLink = useRef<HTMLAnchorElement>(null)

  // Includes messages that a status change removed from the list.
  const listed = list.fetched.find(({ id }) => id === openId)
  const isGone = openId !== null && deletedIds.includes(openId)
  const fetched = useContact(openId, listed === undefined && !list.isPending && !isGone)
  const opened = listed ?? (openId === null ? undefined : fetched.data)

  const { setStatus, remove } = useContactChanges({
    onDeleted: (ids) => {
      setDeletedIds(ids)
      if (openId !== null && ids.includes(openId)) showNext()
    },
    onUndone: ([id, ...others]) => {
      if (openId !== null && id !== undefined && others.length === 0) show(id)
    },
  })

  /** Opens the next message; closes the pane after the last. */
  function showNext(): void {
    const index = rows.findIndex(({ id }) => id === openId)
    if (index >= rows.length - PREFETCH_ROWS) list.fetchMore?.()
    const next = rows[index + 1]
    if (index < 0 || !next) close()
    else show(next.id)
  }

  const startsWithNewest = address?.isFiltered === false && isNewestFirst(address.sorting)
  const showNewMessages = () => {
    void queryClient.invalidateQueries({ queryKey: [CONTACTS_PATH] })
    void figures.refetch()
    if (!startsWithNewest) showAll()
  }

  const markOpen = (status: 'replied' | 'archived') => {
    if (!opened) return
    if (opened.status !== status) setStatus({ contacts: [opened], status })
    showNext()
  }
  useShortcut('r', 'Reply, and go to the next message', () => replyLink.current?.click(), {
    isEnabled: opened !== undefined,
  })
  useShortcut('e', 'Archive, and go to the next message', () => markOpen('archived'), {
    isEnabled: opened !== undefined,
  })
  useShortcut('Escape', 'Close the message', close, { isEnabled: openId !== null })

  const disabledReason = readDenialReason('contacts.update')
  const [marksRead, setMarksRead] = useStoredSwitch('adminMarkReadOnOpen')
  const markRead = useEffectEvent(() => {
    if (!marksRead || disabledReason !== null || opened?.status !== 'new') return
    setStatus({ contacts: [opened], status: 'read', isQuiet: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a message opens
  useEffect(() => markRead(), [opened?.id, marksRead])
  const moreActions = (contact: Contact): Action[] => [
    ...otherStatuses(contact.status).map((status) => ({
      label: `Mark as ${CONTACT_STATUS_LABELS[status]}`,
      disabledReason,
      onSelect: () => setStatus({ contacts: [contact], status }),
    })),
    remove([contact]),
  ]
  const bulkActionsOf = (contacts: Contact[], clear: () => void): Action[] => {
    const mark = (status: 'read' | 'archived') => () => {
      setStatus({ contacts, status })
      clear()
    }
    return [
      { label: 'Archive', disabledReason, onSelect: mark('archived') },
      { label: 'Mark as Read', disabledReason, onSelect: mark('read') },
      remove(contacts, clear),
    ]
  }

  return (
    <AdminLayout
      title="Contact Forms"
      actions={
        <>
          <NewMessagesButton
            newestListed={startsWithNewest && !list.isPending && !list.isOutdated ? newestId(rows) : null}
            onShow={showNewMessages}
          />
          <Button onClick={() => setIsPersonOpen(true)}>Messages by address</Button>
        </>
      }
    >
      {isPersonOpen && <PersonDialog onClose={() => setIsPersonOpen(false)} />}
      <HeldBackNote
        count={heldBack}
        isShown={address?.filters.status === 'held_back'}
        onShow={() => address?.setFilter('status', 'held_back')}
      />
      <div className={openId === null ? '' : 'grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]'}>
        <List
          name="Contacts"
          list={list}
          columns={contactColumns}
          keyOf={({ id }) => id}
          nameOf={({ name }) => `the message from ${name}`}
          actionsOf={(contact) => [
            {
              label: 'Reply',
              href: replyUrl(contact),
              onSelect: () => setStatus({ contacts: [contact], status: 'replied' }),
            },
            ...moreActions(contact),
          ]}
          bulkActionsOf={bulkActionsOf}
          onOpen={({ id }) => (openId === null ? open(id) : show(id))}
          openKey={openId}
          searchLabel="Search messages"
          empty={<EmptyState title="No contact submissions yet" />}
          noMatch="No contact submissions match"
          failure="The messages could not be loaded"
        />
        {openId !== null && (
          <div>
            {opened ? (
              <ReadingPane
                contact={opened}
                replyLink={replyLink}
                onReply={() => markOpen('replied')}
                onArchive={() => markOpen('archived')}
                moreActions={moreActions(opened)}
                marksRead={marksRead}
                onMarksRead={setMarksRead}
                onClose={close}
              />
            ) : fetched.isError ? (
              <FailedState
                message={messageOf(fetched.error, 'The message could not be loaded')}
                onRetry={fetched.refetch}
              />
            ) : (
              <LoadingRows count={1} height="h-64" />
            )}
          </div>
        )}
      </div>
    </AdminLayout>
  )
}

const isNewestFirst = (sorting: Sorting | null) =>
  sorting?.sort === NEWEST_FIRST.sort && sorting.order === NEWEST_FIRST.order

/** The open message is in the URL: Back closes it, and moving to the next one replaces the entry. */
function useOpenMessage() {
  const [parameters, setParameters] = useSearchParams()
  const id = Number(parameters.get(MESSAGE))
  const go = (to: number | null, replace: boolean) =>
    setParameters((current) => withParameters(current, { [MESSAGE]: to === null ? null : String(to) }), {
      replace,
      preventScrollReset: true,
    })
  return {
    openId: Number.isSafeInteger(id) && id > 0 ? id : null,
    open: (to: number) => go(to, false),
    show: (to: number) => go(to, true),
    close: () => go(null, true),
    /** Without filters, in the default order. */
    showAll: () => setParameters({ tab: 'contacts' }),
  }
}
