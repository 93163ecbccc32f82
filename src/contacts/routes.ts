import { Elysia } from 'elysia'
import { Contact, ContactInput } from '#domain/contacts.ts'
import type { Deps } from '#src/deps.ts'
import { rateLimited, unavailable } from '#src/errors.ts'
import { answers } from '#src/http/answers.ts'
import { createRateLimit, networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import type { Access } from '#src/sessions/access.ts'
import { createContact, hasRoom, holdContact } from './store.ts'

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

const PER_NETWORK = { attempts: 5, seconds: HOUR_SECONDS }
/** A wide network has many addresses; it must not use up everyone's budget. */
const NEW_PER_WIDE_NETWORK = { attempts: 20, seconds: HOUR_SECONDS }
const HELD_PER_WIDE_NETWORK = { attempts: 20, seconds: DAY_SECONDS }

const FULL =
  'We can’t accept more messages right now. Please keep a copy of yours and try again in an hour. Meanwhile, the FAQ may have an answer.'

export function contactRoutes(
  { db, now, sharedLimits }: Pick<Deps, 'db' | 'now' | 'sharedLimits'>,
  access: Access,
) {
  const perNetwork = sharedLimits.window('messages', PER_NETWORK)
  const newPerWideNetwork = sharedLimits.window('new messages of a wide network', NEW_PER_WIDE_NETWORK)
  const heldPerWideNetwork = sharedLimits.window(
    'held-back messages of a wide network',
    HELD_PER_WIDE_NETWORK,
  )
  // Honeypot submissions aren't stored, so a limit per process is enough.
  const honeypotLimit = createRateLimit(PER_NETWORK)

  /**
   * Stores a message; holds it back if it exceeds the hourly budget or the network's share. Throws AppError
   * rate_limited or unavailable.
   */
  async function storeMessage(input: ContactInput, address: string): Promise<Contact> {
    const network = wideNetworkOf(address)
    const isWithinShare = (await newPerWideNetwork.tryTake(network)) === 0
    const created = isWithinShare ? await createContact(db, input, now()) : null
    if (created) return created
    const held = await holdContact(db, input, await heldPerWideNetwork.take(network), now())
    if (!held) throw full()
    return held
  }

  /**
   * Runs before counting: messages that can't be stored must not cause writes. Throws AppError rate_limited or
   * unavailable.
   */
  async function refuseBeforeCounting(network: string): Promise<void> {
    const isWithinShare = (await newPerWideNetwork.cachedWait(network)) === 0
    const wait = await heldPerWideNetwork.cachedWait(network)
    if (!isWithinShare && wait > 0) throw rateLimited(wait)
    if (!(await hasRoom(db, now()))) throw full()
  }

  return new Elysia().use(access).post(
    '/api/contact',
    async ({ status, call, body }) => {
      const { address } = call
      if (body.reference !== '') {
        await honeypotLimit.take(networkOf(address))
        return status(201, await fakeContact(body, now()))
      }
      await perNetwork.take(networkOf(address), () => refuseBeforeCounting(wideNetworkOf(address)))
      return status(201, await storeMessage(body, address))
    },
    {
      open: true,
      body: ContactInput,
      response: { 201: answers(Contact) },
      detail: { summary: 'Send a message to the operator' },
    },
  )
}

const full = () => unavailable(FULL, { 'retry-after': String(HOUR_SECONDS) })

function fakeContact({ name, email, subject, message }: ContactInput, now: Date): Contact {
  return { id: 0, name, email, subject, message, status: 'new', createdAt: now.toISOString() }
}
