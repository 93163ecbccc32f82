import * as z from 'zod/mini'
import { CONTACT_STATUSES, Contact, ContactUpdate } from '#domain/contacts.ts'
import { searchText } from '#domain/search.ts'
import type { Deps } from '#src/deps.ts'
import { ById } from '#src/http/ids.ts'
import { listAnswer, Paging } from '#src/http/paging.ts'
import { DONE, Done } from '#src/http/route.ts'
import { route } from '#src/route.ts'
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
  return [
    route({
      method: 'GET',
      path: '/api/admin/contacts',
      access: 'read',
      query: Filter,
      summary: 'List the messages of visitors, newest first',
      answer: z.array(Contact),
      handle: async ({ query, call }) => listAnswer(await listContacts(db, query, call.request.signal)),
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
