import { Elysia } from 'elysia'
import { Contact, ContactInput } from '#domain/contacts.ts'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { describe } from '#src/http/describe.ts'
import { jsonAnswer } from '#src/http/error-answer.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'
import { createContact } from './store.ts'

const HOUR_SECONDS = 3600
const PER_ADDRESS = 5
const OVERALL = 100

/** The public contact form. */
export function contactRoutes({ db, now }: Deps) {
  const ofAddress = createRateLimit({ attempts: PER_ADDRESS, seconds: HOUR_SECONDS })
  const ofEveryone = createRateLimit({ attempts: OVERALL, seconds: HOUR_SECONDS })

  return new Elysia().post(
    '/api/contact',
    async ({ body, request }) => {
      await ofAddress.take(networkOf(callOf(request).address))
      if (body.reference !== '') return jsonAnswer(pretended(body, now()), 201)
      await ofEveryone.take('everyone')
      return jsonAnswer(await createContact(db, body, now()), 201)
    },
    {
      body: ContactInput,
      ...describe({ summary: 'Send a message to the operator', status: 201, answer: Contact }),
    },
  )
}

/** What a program that filled in the hidden field is told: it looks like success, and nothing is kept. */
function pretended({ name, email, subject, message }: ContactInput, now: Date): Contact {
  return { id: 0, name, email, subject, message, status: 'new', createdAt: now.toISOString() }
}
