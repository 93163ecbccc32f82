import type { Actor } from '#domain/audit.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { startSession } from '#src/sessions/store.ts'
import { createFirstUser, createUser, toggleUser } from '#src/users/store.ts'
import type { Chance } from './chance.ts'
import type { Texts } from './texts.ts'
import { type Event, momentOf } from './timeline.ts'

/** Of RFC 5737: nobody's. */
const addressOf = (index: number) => `192.0.2.${10 + index}`
const DESK = { browser: 'Firefox on Linux', network: '192.0.2.0/24', isNewBrowser: false }

/** Who did what: their numbers are those of the table, as they are made in this order. */
export const actorsOf = (people: Texts['people']): Map<string, Actor> =>
  new Map(
    people.map(({ username }, index) => [
      username,
      { userId: index + 1, name: username, source: 'web', address: addressOf(index) },
    ]),
  )

export function actorNamed(actors: Map<string, Actor>, name: string): Actor {
  const actor = actors.get(name)
  if (!actor) throw new Error(`nobody is called ${name}`)
  return actor
}

type World = { db: Database; now: Date; chance: Chance; actors: Map<string, Actor>; passwordHash: string }

/** Accounts, and who signed in when. */
export function peopleEvents(people: Texts['people'], { db, now, chance, actors, passwordHash }: World) {
  const [first] = people
  if (!first) throw new Error('there are no people')
  const owner = actorNamed(actors, first.username)
  // On the second made after the first, whatever their days: the number of each is its place in the list.
  const moved = (index: number) => new Date(now.getTime() - (60 * 24 * 60 - index) * 60_000)
  return people.flatMap(({ username, role, daysAgo, leftDaysAgo = -1 }, index): Event[] => {
    const actor = actorNamed(actors, username)
    const account = { username, email: `${username}@example.com`, role, isActive: true }
    const id = index + 1
    const made: Event = {
      at: moved(index),
      happen: (at) =>
        index === 0
          ? createFirstUser(db, actor, account, passwordHash, at)
          : createUser(db, owner, account, passwordHash, at),
    }
    const left: Event[] =
      leftDaysAgo < 0
        ? []
        : [{ at: momentOf(now, leftDaysAgo, chance), happen: (at) => toggleUser(db, owner, id, at) }]
    const signIns = Array.from({ length: daysAgo }, (_, day) => day)
      .filter((day) => day > leftDaysAgo && chance.happens(index < 3 ? 45 : 20))
      .flatMap((day): Event[] => {
        const at = momentOf(now, day, chance)
        const slip: Event[] = chance.happens(8)
          ? [
              {
                at: new Date(at.getTime() - 20_000),
                happen: (at) =>
                  recordAudit(
                    db,
                    { ...actor, userId: null, name: null },
                    { action: 'sign_in_failed', subject: username },
                    at,
                  ),
              },
            ]
          : []
        return [...slip, { at, happen: (at) => startSession(db, actor, { id, passwordHash }, DESK, at) }]
      })
    return [made, ...left, ...signIns]
  })
}
