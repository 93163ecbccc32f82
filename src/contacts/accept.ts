import type { Contact, ContactInput } from '#domain/contacts.ts'
import type { Deps } from '#src/deps.ts'
import { rateLimited, unavailable } from '#src/errors.ts'
import { networkOf, wideNetworkOf } from '#src/http/rate-limit.ts'
import type { Budget } from '#src/rate-limits/shared-limits.ts'
import { insertContact, readUsed } from './store.ts'

const NEW_PER_HOUR = 100
const HELD_PER_DAY = 1_000

const FULL =
  'We can’t accept more messages right now. Please keep a copy of yours and try again in an hour. Meanwhile, the FAQ may have an answer.'

/**
 * Stores a message; holds it back if the hourly budget, or the wide network's share of it, is used up. The more messages a
 * wide network has sent to be held back within a day, the earlier it is refused: its nth is stored only while less than 1/n
 * of the daily budget is used, so using it up takes hundreds of networks. Throws AppError rate_limited or unavailable.
 */
export function acceptContact(
  { sharedLimits }: Pick<Deps, 'sharedLimits'>,
  input: ContactInput,
  address: string,
  now: Date,
): Promise<Contact> {
  const wide = wideNetworkOf(address)
  const ofNetwork: Budget = { of: 'messages', key: networkOf(address) }
  const held: Budget = { of: 'heldMessagesOfWideNetwork', key: wide }
  const asNew: Budget[] = [ofNetwork, { of: 'newMessagesOfWideNetwork', key: wide }]
  const asHeld = [ofNetwork, held]

  return sharedLimits.decide([asNew, asHeld], async (tx, { wait, count, take }) => {
    const used = await readUsed(tx, now)
    if (wait(asNew) === 0 && used.newInHour < NEW_PER_HOUR) {
      await take(asNew)
      return insertContact(tx, input, 'new', now)
    }
    if (wait(asHeld) > 0) throw rateLimited(wait(asHeld))
    if (used.heldInDay * (count(held) + 1) >= HELD_PER_DAY) throw unavailable(FULL, { 'retry-after': '3600' })
    await take(asHeld)
    return insertContact(tx, input, 'held_back', now)
  })
}
