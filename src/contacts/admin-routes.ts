import * as z from 'zod/mini'
import { RowIds } from '#domain/bulk.ts'
import { CONTACT_SORTS, CONTACT_STATUSES, Contact, ContactsUpdate, ContactUpdate } from '#domain/contacts.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { IdParams } from '#src/http/id-params.ts'
import { listResponse, Paging, sortedBy } from '#src/http/paging.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
import { authorizeDeletion, describeDeletion } from '#src/sessions/guard.ts'
import {
  deleteContact,
  deleteContacts,
  findContact,
  listContacts,
  setContactStatus,
  setContactStatuses,
} from './store.ts'

const status = z.optional(z.enum(CONTACT_STATUSES, 'Unknown status'))

const Filter = z.object({
  status,
  except: status,
  search: searchText('search'),
  ...Paging,
  ...sortedBy(CONTACT_SORTS),
})

export function contactAdminRoutes({ db, reads, now }: Deps) {
  return [
    route({
      method: 'GET',
      path: '/api/admin/contacts',
      access: 'read',
      query: Filter,
      summary: 'List contact messages, newest first by default',
      response: z.array(Contact),
      handle: async ({ query, call }) =>
        listResponse(await listContacts(reads.db, query, call.request.signal)),
    }),
    route({
      method: 'GET',
      path: '/api/admin/contacts/:id',
      access: 'read',
      params: IdParams,
      summary: 'Read a message',
      response: Contact,
      handle: ({ params: { id } }) => findContact(reads.db, id),
    }),
    route({
      method: 'POST',
      path: '/api/admin/contacts/bulk',
      access: 'contacts.update',
      body: ContactsUpdate,
      summary: 'Set the status of many messages',
      note: 'One transaction. The response omits messages that no longer exist.',
      response: z.array(Contact),
      handle: ({ actor, body: { ids, status } }) => setContactStatuses(db, actor, ids, status, now()),
    }),
    route({
      method: 'POST',
      path: '/api/admin/contacts/bulk-delete',
      access: 'contacts.delete',
      body: RowIds,
      summary: 'Delete many messages',
      note: describeDeletion('contacts.deleteMany'),
      response: Done,
      handle: async ({ body: { ids }, ...caller }) => {
        authorizeDeletion(caller, ids.length, 'contacts.deleteMany')
        await deleteContacts(db, caller.actor, ids, now())
        return DONE
      },
    }),
    route({
      method: 'PATCH',
      path: '/api/admin/contacts/:id',
      access: 'contacts.update',
      params: IdParams,
      body: ContactUpdate,
      summary: 'Set the status of a message',
      response: Contact,
      handle: ({ actor, params: { id }, body: { status } }) => setContactStatus(db, actor, id, status, now()),
    }),
    route({
      method: 'DELETE',
      path: '/api/admin/contacts/:id',
      access: 'contacts.delete',
      params: IdParams,
      summary: 'Delete a message',
      response: Done,
      handle: async ({ actor, params: { id } }) => {
        await deleteContact(db, actor, id, now())
        return DONE
      },
    }),
  ]
}
