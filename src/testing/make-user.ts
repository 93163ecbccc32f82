import type { Role, User } from '#domain/users.ts'
import { sessions, users } from '#src/db/schema.ts'
import { createTokens } from '#src/sessions/tokens.ts'
import type { TestApp } from './test-app.ts'

export const PASSWORD = 'correct horse battery staple'

let hashed: Promise<string> | undefined

type Made = { user: User; authorization: string }

/** Adds a user who has just signed in, without audit entries. `authorization` is the header's value. */
export async function makeUser(
  { db, clock, passwords }: TestApp,
  role: Role,
  username: string = role,
): Promise<Made> {
  hashed ??= passwords.hash(PASSWORD)
  const at = clock.now.toISOString()
  const account = { username, email: `${username}@example.com`, role, isActive: true, createdAt: at }
  const [made] = await db
    .insert(users)
    .values({ ...account, passwordHash: await hashed })
    .returning()
  if (!made) throw new Error('the user was not stored')
  const { passwordHash: _hash, mustChangePassword: _must, secondStepDueAt: _due, ...user } = made
  const sessionId = crypto.randomUUID()
  await db
    .insert(sessions)
    .values({ id: sessionId, userId: user.id, createdAt: at, lastUsedAt: at, provedAt: at })
  const token = await createTokens(db).sign(user.id, sessionId, clock.now)
  return { user, authorization: `Bearer ${token}` }
}
