import { useState } from 'react'
import { type Contact, type ContactUpdate, SETTABLE_STATUSES } from '#domain/contacts.ts'
import { type AdminKey, callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { askToDelete, countOf, useDeletion } from '#web/admin/list/use-deletion.ts'
import { updateRows } from '#web/admin/list/use-list.ts'
import { useShortcut } from '#web/admin/shortcuts.ts'
import { showStatus } from './statuses.ts'

export const CONTACTS_PATH = '/api/admin/contacts'
export const DASHBOARD: AdminKey[] = [['/api/admin/dashboard'], ['/api/admin/dashboard/overview']]

type Status = ContactUpdate['status']

type Options = { onDeleted: (ids: number[]) => void; onUndone: (ids: number[]) => void }

type StatusChange = {
  contacts: Pick<Contact, 'id' | 'status'>[]
  status: Status
  /** Neither shown in a toast nor undone by z. */
  isQuiet?: boolean
}

/** Updates the lists in place, to keep the scroll position. */
export function useContactChanges({ onDeleted, onUndone }: Options) {
  const [last, setLast] = useState<StatusChange[]>([])
  const undoing = useAdminMutation({
    run: async (changes: StatusChange[]) => (await Promise.all(changes.map(sendStatus))).flat(),
    success: messageOn,
    failure: 'Failed to update message',
    refreshes: DASHBOARD,
    onSuccess: (changed) => {
      updateRows(CONTACTS_PATH, changed)
      onUndone(changed.map(({ id }) => id))
    },
  })
  const undo = (changes: StatusChange[]) => {
    setLast([])
    undoing.mutate(changes)
  }
  useShortcut('z', 'Undo the status change', () => undo(last), { isEnabled: last.length > 0 })
  const setStatus = useAdminMutation({
    run: async (change: StatusChange) => ({
      changed: await sendStatus(change),
      reverse: reverseOf(change),
      isQuiet: change.isQuiet,
    }),
    success: ({ changed, reverse, isQuiet }) =>
      isQuiet
        ? null
        : {
            ...messageOn(changed),
            ...(reverse.length > 0 ? { action: { label: 'Undo', onPress: () => undo(reverse) } } : {}),
          },
    failure: 'Failed to update message',
    refreshes: DASHBOARD,
    onSuccess: ({ changed, reverse, isQuiet }) => {
      if (!isQuiet) setLast(reverse)
      updateRows(CONTACTS_PATH, changed)
    },
  })
  const deleteAll = (contacts: Contact[]) =>
    callAdmin('POST', `${CONTACTS_PATH}/bulk-delete`, { body: { ids: contacts.map(({ id }) => id) } })
  const remove = useDeletion<Contact>({
    nouns: ['message', 'messages'],
    permission: 'contacts.delete',
    question: ([only, ...others]) =>
      askToDelete(
        others.length > 0
          ? `${others.length + 1} messages`
          : `the message "${only?.subject}" from ${only?.name}`,
      ),
    deleteOne: (contact) => deleteAll([contact]),
    deleteMany: deleteAll,
    failure: 'Failed to delete message',
    refreshes: DASHBOARD,
    onDeleted: (contacts) => {
      const ids = contacts.map(({ id }) => id)
      onDeleted(ids)
      updateRows(CONTACTS_PATH, [], ids)
    },
  })
  return { setStatus: setStatus.mutate, remove }
}

const sendStatus = ({ contacts, status }: StatusChange) =>
  callAdmin('POST', `${CONTACTS_PATH}/bulk`, { body: { ids: contacts.map(({ id }) => id), status } })

/** '3 messages marked as Read' */
const messageOn = (changed: Contact[]) => {
  const [status, ...others] = new Set(changed.map((contact) => contact.status))
  const done = status === undefined || others.length > 0 ? 'updated' : `marked as ${showStatus(status).label}`
  return { title: `${countOf(changed, ['message', 'messages'])} ${done}` }
}

/** Restores the former statuses; empty if one of them can't be set. */
function reverseOf({ contacts, status }: StatusChange): StatusChange[] {
  const changed = contacts.filter((contact) => contact.status !== status)
  if (!changed.every((contact) => SETTABLE_STATUSES.some((former) => former === contact.status))) return []
  return SETTABLE_STATUSES.map((former) => ({
    contacts: changed.filter((contact) => contact.status === former),
    status: former,
  })).filter((change) => change.contacts.length > 0)
}
