import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { RowIds } from '#domain/bulk.ts'
import { CONTACT_SORTS, CONTACT_STATUSES, Contact, ContactsUpdate, ContactUpdate } from '#domain/contacts.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { answers, DONE, Done } from '#src/http/answers.ts'
import { IdParams } from '#src/http/id-params.ts'
import { listResponse, Paging, sortedBy } from '#src/http/paging.ts'
import type { Access } from '#src/sessions/access.ts'
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

export function contactAdminRoutes({ db, now }: Deps, access: Access) {
  return new Elysia()
    .use(access)
    .get(
      '/api/admin/contacts',
      async ({ query, call }) => listResponse(await listContacts(db, query, call.request.signal)),
      {
        access: 'read',
        query: Filter,
        response: answers(z.array(Contact)),
        detail: { summary: 'List contact messages, newest first by default' },
      },
    )
    .get('/api/admin/contacts/:id', ({ params: { id } }) => findContact(db, id), {
      access: 'read',
      params: IdParams,
      response: answers(Contact),
      detail: { summary: 'Read a message' },
    })
    .post(
      '/api/admin/contacts/bulk',
      ({ actor, body: { ids, status } }) => setContactStatuses(db, actor, ids, status, now()),
      {
        access: 'contacts.update',
        body: ContactsUpdate,
        response: answers(z.array(Contact)),
        detail: {
          summary: 'Set the status of many messages',
          description: 'One transaction. The response omits messages that no longer exist.',
        },
      },
    )
    .post(
      '/api/admin/contacts/bulk-delete',
      async ({ body: { ids }, caller }) => {
        authorizeDeletion(caller, ids.length, 'contacts.deleteMany')
        await deleteContacts(db, caller.actor, ids, now())
        return DONE
      },
      {
        access: 'contacts.delete',
        body: RowIds,
        response: answers(Done),
        detail: { summary: 'Delete many messages', description: describeDeletion('contacts.deleteMany') },
      },
    )
    .patch(
      '/api/admin/contacts/:id',
      ({ actor, params: { id }, body: { status } }) => setContactStatus(db, actor, id, status, now()),
      {
        access: 'contacts.update',
        params: IdParams,
        body: ContactUpdate,
        response: answers(Contact),
        detail: { summary: 'Set the status of a message' },
      },
    )
    .delete(
      '/api/admin/contacts/:id',
      async ({ actor, params: { id } }) => {
        await deleteContact(db, actor, id, now())
        return DONE
      },
      {
        access: 'contacts.delete',
        params: IdParams,
        response: answers(Done),
        detail: { summary: 'Delete a message' },
      },
    )
}
