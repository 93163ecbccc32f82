import type { Contact, ContactUpdate } from '#domain/contacts.ts'
import { callAdmin, useAdminChange } from '#web/admin/client.ts'
import { updateRows } from '#web/admin/list/use-list.ts'

export const CONTACTS_PATH = '/api/admin/contacts'
const DASHBOARD = [['/api/admin', 'dashboard']]

type Status = ContactUpdate['status']

/** Changes one or many messages; the lists show it without being fetched anew, so that nobody loses their place. */
export function useContactChanges({ onDeleted }: { onDeleted: (ids: number[]) => void }) {
  const setStatus = useAdminChange({
    run: ({ ids, status }: { ids: number[]; status: Status }) =>
      callAdmin<Contact[]>('POST', `${CONTACTS_PATH}/bulk`, { ids, status }),
    success: (changed) => ({
      title:
        changed.length === 1
          ? 'Contact updated successfully'
          : `${changed.length} contacts updated successfully`,
    }),
    failure: 'Failed to update contact',
    refreshes: DASHBOARD,
    onSuccess: (changed) => updateRows(CONTACTS_PATH, changed),
  })
  const remove = useAdminChange({
    run: async (ids: number[]) => {
      await callAdmin('POST', `${CONTACTS_PATH}/bulk-delete`, { ids })
      return ids
    },
    success: (ids) => ({
      title:
        ids.length === 1 ? 'Contact deleted successfully' : `${ids.length} contacts deleted successfully`,
    }),
    failure: 'Failed to delete contact',
    refreshes: DASHBOARD,
    onSuccess: (ids) => {
      onDeleted(ids)
      updateRows<Contact>(CONTACTS_PATH, [], ids)
    },
  })
  return { setStatus: setStatus.mutate, remove: remove.mutate }
}
