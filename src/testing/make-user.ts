import type { Role, User } from '#domain/users.ts'
import { startSession } from '#src/sessions/store.ts'
import { createTokens } from '#src/sessions/tokens.ts'
import { createUser } from '#src/users/store.ts'
import { actor } from './actor.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'correct horse battery staple'

type Made = { user: User; authorization: string }

/** An administrator who has just signed in; `authorization` is the header's value. */
export async function makeUser(
  { db, clock, passwords }: TestApp,
  role: Role,
  username: string = role,
): Promise<Made> {
  const passwordHash = await passwords.hash(PASSWORD)
  const account = { username, email: `${username}@example.com`, role, isActive: true }
  const user = await createUser(db, actor, account, passwordHash, clock.now)
  const sessionId = await startSession(db, { id: user.id, passwordHash }, clock.now)
  if (!sessionId) throw new Error('no session was started')
  const token = await createTokens(db).sign(user.id, sessionId, clock.now)
  return { user, authorization: `Bearer ${token}` }
}
