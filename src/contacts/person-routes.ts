import * as z from 'zod/mini'
import { ContactPerson, PERSON_PATH, PersonExport, PersonFigures } from '#domain/contacts.ts'
import type { Deps } from '#src/deps.ts'
import { route } from '#src/route.ts'
import { authorizeDeletion, describeDeletion } from '#src/sessions/guard.ts'
import { countContactsOf, eraseContacts, exportContacts } from './person.ts'

/** For data subject requests. The address is sent in the body, because proxies log URLs. */
export function contactPersonRoutes({ db, now }: Deps) {
  return [
    route({
      method: 'POST',
      path: PERSON_PATH,
      access: 'read',
      body: ContactPerson,
      summary: 'Count the messages from an email address',
      response: PersonFigures,
      handle: async ({ body: { email } }) => ({ messages: await countContactsOf(db, email) }),
    }),
    route({
      method: 'POST',
      path: `${PERSON_PATH}/export`,
      access: 'contacts.delete',
      body: ContactPerson,
      summary: 'Export all messages from an email address',
      response: PersonExport,
      handle: async ({ actor, body: { email } }) => {
        const exportedAt = now()
        const messages = await exportContacts(db, actor, email, exportedAt)
        return { email, exportedAt: exportedAt.toISOString(), messages }
      },
    }),
    route({
      method: 'POST',
      path: `${PERSON_PATH}/delete`,
      access: 'contacts.delete',
      body: ContactPerson,
      summary: 'Delete all messages from an email address',
      note: describeDeletion('contacts.deleteMany'),
      response: z.object({ deleted: z.number() }),
      handle: async ({ body: { email }, ...caller }) => {
        authorizeDeletion(caller, await countContactsOf(db, email), 'contacts.deleteMany')
        return { deleted: await eraseContacts(db, caller.actor, email, now()) }
      },
    }),
  ]
}
