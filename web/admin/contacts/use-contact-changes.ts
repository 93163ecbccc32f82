import { useState } from 'react'
import { type Contact, type ContactUpdate, SETTABLE_STATUSES } from '#domain/contacts.ts'
import { type AdminKey, callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { updateRows } from '#web/admin/list/use-list.ts'
import { useShortcut } from '#web/admin/shortcuts.ts'

export const CONTACTS_PATH = '/api/admin/contacts'
export const DASHBOARD: AdminKey[] = [['/api/admin/dashboard'], ['/api/admin/dashboard/overview']]

type Status = ContactUpdate['status']

type Options = { onDeleted: (ids: number[]) => void; onUndone: (ids: number[]) => void }

type StatusChange = { contacts: Pick<Contact, 'id' | 'status'>[]; status: Status }

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
    run: async (change: StatusChange) => ({ changed: await sendStatus(change), reverse: reverseOf(change) }),
    success: ({ changed, reverse }) => ({
      ...messageOn(changed),
      ...(reverse.length > 0 ? { action: { label: 'Undo', onPress: () => undo(reverse) } } : {}),
    }),
    failure: 'Failed to update message',
    refreshes: DASHBOARD,
    onSuccess: ({ changed, reverse }) => {
      setLast(reverse)
      updateRows(CONTACTS_PATH, changed)
    },
  })
  const remove = useAdminMutation({
    run: async (ids: number[]) => {
      await callAdmin('POST', `${CONTACTS_PATH}/bulk-delete`, { body: { ids } })
      return ids
    },
    success: (ids) => ({
      title:
        ids.length === 1 ? 'Message deleted successfully' : `${ids.length} messages deleted successfully`,
    }),
    failure: 'Failed to delete message',
    refreshes: DASHBOARD,
    onSuccess: (ids) => {
      onDeleted(ids)
      updateRows(CONTACTS_PATH, [], ids)
    },
  })
  return { setStatus: setStatus.mutate, remove: remove.mutate }
}

const sendStatus = ({ contacts, status }: StatusChange) =>
  callAdmin('POST', `${CONTACTS_PATH}/bulk`, { body: { ids: contacts.map(({ id }) => id), status } })

const messageOn = (changed: Contact[]) => ({
  title:
    changed.length === 1 ? 'Message updated successfully' : `${changed.length} messages updated successfully`,
})

/** Restores the former statuses; empty if one of them can't be set. */
function reverseOf({ contacts, status }: StatusChange): StatusChange[] {
  const changed = contacts.filter((contact) => contact.status !== status)
  if (!changed.every((contact) => SETTABLE_STATUSES.some((former) => former === contact.status))) return []
  return SETTABLE_STATUSES.map((former) => ({
    contacts: changed.filter((contact) => contact.status === former),
    status: former,
  })).filter((change) => change.contacts.length > 0)
}
