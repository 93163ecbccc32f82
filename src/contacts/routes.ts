import { Contact, ContactInput } from '#domain/contacts.ts'
import type { Deps } from '#src/deps.ts'
import { unavailable } from '#src/errors.ts'
import { createRateLimit, networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import { route } from '#src/route.ts'
import { createContact, holdContact } from './store.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

const OF_NETWORK = { attempts: 5, seconds: HOUR_SECONDS }
/** Beyond these a wide network, with any number of addresses, takes nothing from the budgets of all others. */
const NEW_OF_WIDE_NETWORK = { attempts: 20, seconds: HOUR_SECONDS }
const HELD_OF_WIDE_NETWORK = { attempts: 20, seconds: DAY_SECONDS }

const FULL =
  'We can take no more messages today. Please keep a copy of yours and send it tomorrow; the FAQ may have an answer until then.'

/** The public contact form. */
export function contactRoutes({ db, now }: Deps) {
  const ofNetwork = createRateLimit(OF_NETWORK)
  const newOfWideNetwork = createRateLimit(NEW_OF_WIDE_NETWORK)
  const heldOfWideNetwork = createRateLimit(HELD_OF_WIDE_NETWORK)

  /** Over the budget of the hour a message is held back. Throws AppError rate_limited or unavailable. */
  async function take(input: ContactInput, address: string): Promise<Contact> {
    const network = wideNetworkOf(address)
    const isWithinShare = (await newOfWideNetwork.wait(network)) === 0
    const created = isWithinShare ? await createContact(db, input, now()) : null
    if (created) return created
    const held = await holdContact(db, input, await heldOfWideNetwork.take(network), now())
    if (!held) throw unavailable(FULL, { 'retry-after': String(DAY_SECONDS) })
    return held
  }

  return [
    route({
      method: 'POST',
      path: '/api/contact',
      access: 'public',
      body: ContactInput,
      summary: 'Send a message to the operator',
      status: 201,
      answer: Contact,
      handle: async ({ call, body }) => {
        const { address } = call
        await ofNetwork.take(networkOf(address))
        return body.reference === '' ? await take(body, address) : pretended(body, now())
      },
    }),
  ]
}

/** What a program that filled in the hidden field is told: it looks like success, and nothing is kept. */
function pretended({ name, email, subject, message }: ContactInput, now: Date): Contact {
  return { id: 0, name, email, subject, message, status: 'new', createdAt: now.toISOString() }
}
