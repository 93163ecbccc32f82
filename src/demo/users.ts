import type { Actor } from '#domain/audit.ts'
import { recordAudit } from '#src/audit/store.ts'
import { startSession } from '#src/sessions/store.ts'
import { createFirstUser, createUser, toggleUser } from '#src/users/store.ts'
import type { Texts } from './texts.ts'
import { type DemoContext, daytimeOf, type Event } from './timeline.ts'

/** RFC 5737 reserves these addresses for documentation. */
const addressOf = (index: number) => `192.0.2.${10 + index}`
const CLIENT = { browser: 'Firefox on Linux', network: '192.0.2.0/24', isNewBrowser: false }

/** Finds a user by name. */
export function actorsOf(users: Texts['users']): (name: string) => Actor {
  const actors = new Map(
    users.map(({ username }, index): [string, Actor] => [
      username,
      { userId: index + 1, name: username, source: 'web', address: addressOf(index) },
    ]),
  )
  return (name) => {
    const actor = actors.get(name)
    if (!actor) throw new Error(`there is no user named ${name}`)
    return actor
  }
}

export function userEvents(
  users: Texts['users'],
  { db, now, random, actorNamed, passwordHash }: DemoContext & { passwordHash: string },
): Event[] {
  const [first] = users
  if (!first) throw new Error('the list of users is empty')
  const owner = actorNamed(first.username)
  // In list order, because ids are positions in the list.
  const createdAt = (index: number) => new Date(now.getTime() - (60 * 24 * 60 - index) * 60_000)
  return users.flatMap(({ username, role, daysAgo, leftDaysAgo = -1 }, index): Event[] => {
    const actor = actorNamed(username)
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
