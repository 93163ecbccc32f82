import { expect, test } from 'bun:test'
import { count } from 'drizzle-orm'
import type { User } from '#domain/users.ts'
import {
  auditEntries,
  passkeys,
  passwordLinks,
  recoveryCodes,
  serverFacts,
  sessions,
  totpSecrets,
  users,
} from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { LOSSES, type Meanwhile, runOnce } from '#src/testing/meanwhile.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { createPasswords } from './passwords.ts'

const WEAK_HASHING = { memoryCost: 8, timeCost: 1 }
const PROOF_MS = 15 * 60_000
const NEW = 'an entirely new one'
const GRACE = { username: 'grace', email: 'grace@example.com', role: 'super_admin', password: NEW }

type Ids = { self: User; ada: User }
type Change = [method: string, path: (ids: Ids) => string, json?: (ids: Ids) => unknown]

const names = ({ username, email }: User) => ({ username, email })

const WITH_PASSWORD: Change[] = [
  ['POST', () => '/users', () => GRACE],
  [
    'PUT',
    ({ ada }) => `/users/${ada.id}`,
    ({ ada }) => ({ ...names(ada), role: 'super_admin', isActive: true, password: NEW }),
  ],
  [
    'PUT',
    ({ self }) => `/users/${self.id}`,
    ({ self }) => ({ ...names(self), role: 'super_admin', isActive: true, password: NEW }),
  ],
  ['POST', ({ ada }) => `/users/${ada.id}/reset-password`, () => ({ password: NEW })],
  ['POST', ({ self }) => `/users/${self.id}/reset-password`, () => ({ password: NEW })],
]

/** Another session, named after its user. */
const addSession = ({ db }: TestApp, { id: userId, username }: User) => {
  const at = NOON.toISOString()
  return db.insert(sessions).values({ id: username, userId, createdAt: at, lastUsedAt: at, provedAt: at })
}

const stateOf = ({ db }: TestApp) =>
  db.batch([
    db.select().from(users),
    db.select().from(sessions),
    db.select().from(totpSecrets),
    db.select().from(recoveryCodes),
    db.select().from(passkeys),
    db.select().from(passwordLinks),
    db.select().from(serverFacts),
    db.select({ entries: count() }).from(auditEntries),
  ])

/** Tries each change, with access revoked in each possible way when `meanwhile` runs. */
async function refusesAll(app: TestApp, meanwhile: Meanwhile, changes: readonly Change[]): Promise<void> {
  const { user: ada } = await makeUser(app, 'admin', 'ada')
  await addSession(app, ada)
  await makeUser(app, 'super_admin', 'owner')
  for (const [index, [method, path, json]] of changes.entries()) {
    for (const [number, lose] of Object.values(LOSSES).entries()) {
      const { user: self, authorization } = await makeUser(app, 'super_admin', `mallory-${index}-${number}`)
      await addSession(app, self)
      const ids = { self, ada }
      const expected: { state?: unknown } = {}
      meanwhile.run = async () => {
        await lose(app, self.id)
        expected.state = await stateOf(app)
      }
      const response = await app.call(`/api/admin${path(ids)}`, {
        method,
        json: json?.(ids),
        headers: { authorization },
      })
      expect([method, path(ids), response.status]).toEqual([method, path(ids), 401])
      expect<unknown>(await stateOf(app)).toEqual(expected.state)
    }
  }
}

function waitingApp() {
  const passwords = createPasswords(WEAK_HASHING)
  const meanwhile: Meanwhile = { run: null }
  const hash = async (password: string) => {
    const hashed = await passwords.hash(password)
    await runOnce(meanwhile)
    return hashed
  }
  return { meanwhile, passwords: { ...passwords, hash } }
}

test('a super admin who loses access while a password is hashed changes no account', async () => {
  const { meanwhile, passwords } = waitingApp()
  await refusesAll(await testApp({ passwords }), meanwhile, WITH_PASSWORD)
})

test('a proof that expires while a password is hashed no longer counts', async () => {
  const { meanwhile, passwords } = waitingApp()
  const clock = { now: NOON }
  const app = await testApp({ passwords, clock })
  const { user: self, authorization } = await makeUser(app, 'super_admin', 'owner')
  const { user: ada } = await makeUser(app, 'admin', 'ada')
  for (const [method, path, json] of WITH_PASSWORD) {
    const before = await app.db.select().from(users)
    meanwhile.run = async () => {
      clock.now = new Date(NOON.getTime() + PROOF_MS)
    }
    const response = await app.call(`/api/admin${path({ self, ada })}`, {
      method,
      json: json?.({ self, ada }),
      headers: { authorization },
    })
    expect([response.status, (await response.json()).code]).toEqual([403, 'proof_required'])
    expect(await app.db.select().from(users)).toEqual(before)
    clock.now = NOON
  }
})
