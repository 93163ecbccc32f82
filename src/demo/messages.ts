import type { Actor } from '#domain/audit.ts'
import type { ContactStatus } from '#domain/contacts.ts'
import { createContact, holdContact, setContactStatus } from '#src/contacts/store.ts'
import type { Database } from '#src/db/database.ts'
import type { Chance } from './chance.ts'
import { actorNamed } from './people.ts'
import type { Texts } from './texts.ts'
import { type Event, hoursLater, momentOf } from './timeline.ts'

const DAYS = 58
/** Younger ones are still new. */
const ANSWERED_AFTER_DAYS = 6
const HELD_DAYS = 3

type World = { db: Database; now: Date; chance: Chance; actors: Map<string, Actor> }

/** What visitors wrote: the newest is unread, the older the more of it is done with. */
export function messageEvents(
  { messages, spam, senders }: Texts,
  { db, now, chance, actors }: World,
): Event[] {
  const received = messages.flatMap(({ subject, text: message }, index): Event[] => {
    // The site grows: the last week brings more than the first.
    const daysAgo = Math.round(DAYS * (1 - (index + 1) / messages.length) ** 1.3)
    const name = senders[index % senders.length] ?? ''
    const input = { name, email: emailOf(name), subject, message, reference: '' }
    const came = momentOf(now, daysAgo, chance)
    let id = 0
    const arrive: Event = {
      at: came,
      happen: async (at) => {
        id = (await createContact(db, input, at))?.id ?? 0
      },
    }
    const by = actorNamed(actors, chance.pick(['tom', 'mia']))
    const steps: ContactStatus[] =
      daysAgo < ANSWERED_AFTER_DAYS
        ? []
        : chance.pick([['read'], ['read', 'replied'], ['replied'], ['replied', 'archived'], ['archived']])
    const moves = steps.map(
      (status, step): Event => ({
        at: hoursLater(came, 3 + step * 20),
        happen: (at) => setContactStatus(db, by, id, status, at),
      }),
    )
    return [arrive, ...moves]
  })
  const held = spam.map(({ subject, text: message }, index): Event => {
    const input = { name: 'Marketing', email: `offer${index}@spam.example`, subject, message, reference: '' }
    return {
      at: momentOf(now, index % HELD_DAYS, chance),
      happen: (at) => holdContact(db, input, 1, at),
    }
  })
  return [...received, ...held]
}

/** A believable address under a domain that is nobody's. */
function emailOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[^a-z ]/g, '')
    .trim()
    .replaceAll(' ', '.')
  return `${plain === '' ? 'reader' : plain}@example.org`
}
