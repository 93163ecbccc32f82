import { Elysia } from 'elysia'
import * as z from 'zod/mini'
import { ContactPerson, PERSON_PATH, PersonExport, PersonFigures } from '#domain/contacts.ts'
import type { Deps } from '#src/deps.ts'
import { answers } from '#src/http/answers.ts'
import type { Access } from '#src/sessions/access.ts'
import { authorizeDeletion, describeDeletion } from '#src/sessions/guard.ts'
import { countContactsOf, eraseContacts, exportContacts } from './person.ts'

/** For data subject requests. The address is sent in the body, because proxies log URLs. */
export function contactPersonRoutes({ db, now }: Deps, access: Access) {
  return new Elysia()
    .use(access)
    .post(PERSON_PATH, async ({ body: { email } }) => ({ messages: await countContactsOf(db, email) }), {
      access: 'read',
      body: ContactPerson,
      response: answers(PersonFigures),
      detail: { summary: 'Count the messages from an email address' },
    })
    .post(
      `${PERSON_PATH}/export`,
      async ({ actor, body: { email } }) => {
        const exportedAt = now()
        const messages = await exportContacts(db, actor, email, exportedAt)
        return { email, exportedAt: exportedAt.toISOString(), messages }
      },
      {
        access: 'contacts.delete',
        body: ContactPerson,
        response: answers(PersonExport),
        detail: { summary: 'Export all messages from an email address' },
      },
    )
    .post(
      `${PERSON_PATH}/delete`,
      async ({ body: { email }, caller }) => {
        authorizeDeletion(caller, await countContactsOf(db, email), 'contacts.deleteMany')
        return { deleted: await eraseContacts(db, caller.actor, email, now()) }
      },
      {
        access: 'contacts.delete',
        body: ContactPerson,
        response: answers(z.object({ deleted: z.number() })),
        detail: {
          summary: 'Delete all messages from an email address',
          description: describeDeletion('contacts.deleteMany'),
        },
      },
    )
}
