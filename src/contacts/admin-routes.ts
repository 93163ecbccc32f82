import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { CONTACT_STATUSES, Contact, ContactUpdate } from '#domain/contacts.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { Done, describe } from '#src/http/describe.ts'
import { ById } from '#src/http/ids.ts'
import { listAnswer, Paging } from '#src/http/paging.ts'
import { actorOf } from '#src/sessions/guard.ts'
import { deleteContact, listContacts, setContactStatus } from './store.ts'

const status = z.optional(z.enum(CONTACT_STATUSES, 'There is no such status'))

const Filter = z.object({
  status,
  /** A status to leave out. */
  except: status,
  /** Text that stands anywhere in a message. */
  search: searchText('search'),
  ...Paging,
})

/** The messages of visitors, for administrators. */
export function contactAdminRoutes({ db, now }: Deps) {
  return new Elysia()
    .get(
      '/api/admin/contacts',
      async ({ query, request }) => listAnswer(await listContacts(db, query, request.signal)),
      {
        query: Filter,
        ...describe({
          summary: 'List the messages of visitors, newest first',
          permission: 'read',
          answer: z.array(Contact),
        }),
      },
    )
    .patch(
      '/api/admin/contacts/:id',
      ({ params: { id }, body: { status }, request }) =>
        setContactStatus(db, actorOf(request), id, status, now()),
      {
        params: ById,
        body: ContactUpdate,
        ...describe({
          summary: 'Set the status of a message',
          permission: 'contacts.update',
          answer: Contact,
        }),
      },
    )
    .delete(
      '/api/admin/contacts/:id',
      async ({ params: { id }, request }) => {
        await deleteContact(db, actorOf(request), id, now())
        return { success: true }
      },
      {
        params: ById,
        ...describe({ summary: 'Delete a message', permission: 'contacts.delete', answer: Done }),
      },
    )
}
