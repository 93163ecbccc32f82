import * as z from 'zod/mini'
import { RowIds } from '#domain/at-once.ts'
import { CONTACT_SORTS, CONTACT_STATUSES, Contact, ContactsUpdate, ContactUpdate } from '#domain/contacts.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { ById } from '#src/http/ids.ts'
import { listAnswer, Paging, sortedBy } from '#src/http/paging.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import {
  deleteContact,
  deleteContacts,
  findContact,
  listContacts,
  setContactStatus,
  setContactStatuses,
} from './store.ts'

const status = z.optional(z.enum(CONTACT_STATUSES, 'There is no such status'))

const Filter = z.object({
  status,
  /** A status to leave out. */
  except: status,
  /** Text that stands anywhere in a message. */
  search: searchText('search'),
  ...Paging,
  ...sortedBy(CONTACT_SORTS),
})

/** The messages of visitors, for administrators. */
export function contactAdminRoutes({ db, now }: Deps) {
  return [
    route({
      method: 'GET',
      path: '/api/admin/contacts',
      access: 'read',
      query: Filter,
      summary: 'List contact messages, newest first by default',
      answer: z.array(Contact),
      handle: async ({ query, call }) => listAnswer(await listContacts(db, query, call.request.signal)),
    }),
    route({
      method: 'GET',
      path: '/api/admin/contacts/:id',
      access: 'read',
      params: ById,
      summary: 'Read a message',
      answer: Contact,
      handle: ({ params: { id } }) => findContact(db, id),
    }),
    route({
      method: 'POST',
      path: '/api/admin/contacts/bulk',
      access: 'contacts.update',
      body: ContactsUpdate,
      summary: 'Set the status of many messages',
      note: 'All of them or none; messages deleted meanwhile are left out of the answer.',
      answer: z.array(Contact),
      handle: ({ actor, body: { ids, status } }) => setContactStatuses(db, actor, ids, status, now()),
    }),
    route({
      method: 'POST',
      path: '/api/admin/contacts/bulk-delete',
      access: 'contacts.delete',
      body: RowIds,
      summary: 'Delete many messages',
      answer: Done,
      handle: async ({ actor, body: { ids } }) => {
        await deleteContacts(db, actor, ids, now())
        return DONE
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/contacts/:id',
      access: 'contacts.update',
      params: ById,
      body: ContactUpdate,
      summary: 'Set the status of a message',
      answer: Contact,
      handle: ({ actor, params: { id }, body: { status } }) => setContactStatus(db, actor, id, status, now()),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/contacts/:id',
      access: 'contacts.delete',
      params: ById,
      summary: 'Delete a message',
      answer: Done,
      handle: async ({ actor, params: { id } }) => {
        await deleteContact(db, actor, id, now())
        return DONE
      },
    }),
  ]
}
