import { Elysia } from 'elysia'
import { Contact, ContactInput } from '#domain/contacts.ts'
import { RATE_LIMITS } from '#domain/rate-limits.ts'
import type { Deps } from '#src/deps.ts'
import { answers } from '#src/http/answers.ts'
import { createRateLimit, networkOf } from '#src/http/rate-limit.ts'
import type { Access } from '#src/sessions/access.ts'
import { acceptContact } from './accept.ts'

export function contactRoutes({ now, sharedLimits }: Pick<Deps, 'now' | 'sharedLimits'>, access: Access) {
  // Honeypot submissions aren't stored, so a limit per process is enough.
  const honeypotLimit = createRateLimit(RATE_LIMITS.messages)

  return new Elysia().use(access).post(
    '/api/contact',
    async ({ status, call, body }) => {
      const { address } = call
      if (body.reference !== '') {
        honeypotLimit.take(networkOf(address))
        return status(201, await fakeContact(body, now()))
      }
      return status(201, await acceptContact({ sharedLimits }, body, address, now()))
    },
    {
      open: true,
      body: ContactInput,
      response: { 201: answers(Contact) },
      detail: { summary: 'Send a message to the operator' },
    },
  )
}

function fakeContact({ name, email, subject, message }: ContactInput, now: Date): Contact {
  return { id: 0, name, email, subject, message, status: 'new', createdAt: now.toISOString() }
}
