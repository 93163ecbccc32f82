import type { ContactStatus } from '#domain/contacts.ts'
import { insertContact, setContactStatus } from '#src/contacts/store.ts'
import type { Texts } from './texts.ts'
import { type DemoContext, daytimeOf, type Event, hoursLater } from './timeline.ts'

const DAYS = 58
const UNREAD_DAYS = 6
const HELD_DAYS = 3

export function messageEvents(
  { messages, spam, senders }: Texts,
  { db, now, random, actorNamed }: DemoContext,
): Event[] {
  const received = messages.flatMap(({ subject, text: message }, index): Event[] => {
    // Traffic grows.
    const daysAgo = Math.round(DAYS * (1 - (index + 1) / messages.length) ** 1.3)
    const name = senders[index % senders.length] ?? ''
    const input = { name, email: emailOf(name), subject, message, reference: '' }
    const receivedAt = daytimeOf(now, daysAgo, random)
    let id = 0
    const arrive: Event = {
      at: receivedAt,
      run: async (at) => {
        id = (await db.transaction((tx) => insertContact(tx, input, 'new', at))).id
      },
    }
    const by = actorNamed(random.pick(['tom', 'mia']))
    const steps: ContactStatus[] =
      daysAgo < UNREAD_DAYS
        ? []
        : random.pick([['read'], ['read', 'replied'], ['replied'], ['replied', 'archived'], ['archived']])
    const changes = steps.map(
      (status, step): Event => ({
        at: hoursLater(receivedAt, 3 + step * 20),
        run: (at) => setContactStatus(db, by, id, status, at),
      }),
    )
    return [arrive, ...changes]
  })
  const held = spam.map(({ subject, text: message }, index): Event => {
    const input = { name: 'Marketing', email: `offer${index}@spam.example`, subject, message, reference: '' }
    return {
      at: daytimeOf(now, index % HELD_DAYS, random),
      run: (at) => db.transaction((tx) => insertContact(tx, input, 'held_back', at)),
    }
  })
  return [...received, ...held]
}

/** example.org is reserved for examples. */
function emailOf(name: string): string {
  const localPart = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-z ]/g, '')
    .trim()
    .replaceAll(' ', '.')
  return `${localPart === '' ? 'reader' : localPart}@example.org`
}
