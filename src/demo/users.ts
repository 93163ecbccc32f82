import type { Actor } from '#domain/audit.ts'
import { recordAudit } from '#src/audit/store.ts'
import type { Database } from '#src/db/database.ts'
import { startSession } from '#src/sessions/store.ts'
import { createFirstUser, createUser, toggleUser } from '#src/users/store.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Texts } from './texts.ts'
import { daytimeOf, type Event } from './timeline.ts'

/** RFC 5737 reserves these addresses for documentation. */
const addressOf = (index: number) => `192.0.2.${10 + index}`
const CLIENT = { browser: 'Firefox on Linux', network: '192.0.2.0/24', isNewBrowser: false }

export const actorsOf = (users: Texts['users']): Map<string, Actor> =>
  new Map(
    users.map(({ username }, index) => [
      username,
      { userId: index + 1, name: username, source: 'web', address: addressOf(index) },
    ]),
  )

export function actorNamed(actors: Map<string, Actor>, name: string): Actor {
  const actor = actors.get(name)
  if (!actor) throw new Error(`there is no user named ${name}`)
  return actor
}

type DemoContext = {
  db: Database
  now: Date
  random: SeededRandom
  actors: Map<string, Actor>
  passwordHash: string
}

export function userEvents(users: Texts['users'], { db, now, random, actors, passwordHash }: DemoContext) {
  const [first] = users
  if (!first) throw new Error('the list of users is empty')
  const owner = actorNamed(actors, first.username)
  // In list order, because ids are positions in the list.
  const createdAt = (index: number) => new Date(now.getTime() - (60 * 24 * 60 - index) * 60_000)
  return users.flatMap(({ username, role, daysAgo, leftDaysAgo = -1 }, index): Event[] => {
    const actor = actorNamed(actors, username)
    const account = { username, email: `${username}@example.com`, role, isActive: true }
    const id = index + 1
    const creation: Event = {
      at: createdAt(index),
      run: (at) =>
        index === 0
          ? createFirstUser(db, actor, account, passwordHash, at)
          : createUser(db, owner, account, passwordHash, at),
    }
    const deactivation: Event[] =
      leftDaysAgo < 0
        ? []
        : [{ at: daytimeOf(now, leftDaysAgo, random), run: (at) => toggleUser(db, owner, id, at) }]
    const signIns = Array.from({ length: daysAgo }, (_, day) => day)
      .filter((day) => day > leftDaysAgo && random.happens(index < 3 ? 45 : 20))
      .flatMap((day): Event[] => {
        const at = daytimeOf(now, day, random)
        const failedAttempt: Event[] = random.happens(8)
          ? [
              {
                at: new Date(at.getTime() - 20_000),
                run: (at) =>
                  recordAudit(
                    db,
                    { ...actor, userId: null, name: null },
                    { action: 'sign_in_failed', subject: username },
                    at,
                  ),
              },
            ]
          : []
        return [
          ...failedAttempt,
          { at, run: (at) => startSession(db, actor, { id, passwordHash }, CLIENT, at) },
        ]
      })
    return [creation, ...deactivation, ...signIns]
  })
}
