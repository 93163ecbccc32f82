import { expect, test } from 'bun:test'
import { auditEntries, passkeys, personalTokens, previews, usedChallenges, users } from '#src/db/schema.ts'
import { createAuthenticator } from '#src/testing/authenticator.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { makePost } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { beforeChange, LOSSES, type Meanwhile } from '#src/testing/meanwhile.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'

type Ask = (path: string, method?: string, json?: unknown) => Promise<Response>

const asks =
  (app: TestApp, authorization: string): Ask =>
  (path, method = 'POST', json = undefined) =>
    app.call(`/api/admin${path}`, { method, json, headers: { host: 'localhost', authorization } })

type Addition = {
  name: string
  change: (ask: Ask) => Promise<Response>
  fill: (app: TestApp, userId: number, count: number) => Promise<unknown>
  count: (app: TestApp) => Promise<number>
}

const { demotion, ...TOTAL_LOSSES } = LOSSES

/** Of each kind. */
const MAX = 20

const names = (count: number) => Array.from({ length: count }, (_, index) => `${count}-${index}`)
const later = new Date(NOON.getTime() + 86_400_000).toISOString()

async function fillPasskeys({ db }: TestApp, userId: number, count: number): Promise<void> {
  const stored = (await createAuthenticator()).stored('')
  const row = { ...stored, userId, rpId: 'localhost', createdAt: NOON.toISOString() }
  await db.insert(passkeys).values(names(count).map((name) => ({ ...row, name, credentialId: name })))
}

const ADDITIONS: Addition[] = [
  {
    name: 'personal token',
    change: (ask) => ask('/tokens', 'POST', { name: 'deploy', permissions: ['posts.delete'] }),
    fill: ({ db }, userId, count) =>
      db.insert(personalTokens).values(
        names(count).map((name) => ({
          ...{ userId, name, hash: name, permissions: [] },
          ...{ createdAt: NOON.toISOString(), expiresAt: later },
        })),
      ),
    count: ({ db }) => db.$count(personalTokens),
  },
  {
    name: 'preview link',
    change: (ask) => ask('/blog/posts/1/preview'),
    fill: ({ db }, userId, count) =>
      db
        .insert(previews)
        .values(names(count).map((tokenHash) => ({ tokenHash, postId: 1, userId, expiresAt: later }))),
    count: ({ db }) => db.$count(previews),
  },
  {
    name: 'passkey',
    change: async (ask) => {
      const authenticator = await createAuthenticator()
      const credential = authenticator.create(await (await ask('/account/passkeys/options')).json())
      return ask('/account/passkeys', 'POST', { name: 'Laptop', credential })
    },
    fill: fillPasskeys,
    count: ({ db }) => db.$count(passkeys),
  },
]

const CASES = ADDITIONS.flatMap((addition) =>
  ENGINES.map(([engine, open]) => [addition.name, engine, { addition, open }] as const),
)

test.each(CASES)(
  'a %s is not added once its owner has lost access, on %s',
  async (_name, _engine, { addition: { change, count }, open }) => {
    await using opened = await open()
    const meanwhile: Meanwhile = { run: null }
    const app = await testApp({ engine: opened.engine, wrap: beforeChange(meanwhile) })
    await makePost(app.db)
    await makeUser(app, 'super_admin', 'owner')
    for (const [number, lose] of Object.values(TOTAL_LOSSES).entries()) {
      const { user, authorization } = await makeUser(app, 'super_admin', `mallory${number}`)
      const before = await app.db.$count(auditEntries)
      meanwhile.run = () => lose(app, user.id)
      expect((await change(asks(app, authorization))).status).toBe(401)
      expect(meanwhile.run).toBeNull()
      expect([await count(app), await app.db.$count(auditEntries)]).toEqual([0, before])
    }
  },
)

test.each(CASES)(
  'a %s over the limit is not added if another server adds the last one, on %s',
  async (_name, _engine, { addition: { change, fill, count }, open }) => {
    await using opened = await open()
    const meanwhile: Meanwhile = { run: null }
    const app = await testApp({ engine: opened.engine, wrap: beforeChange(meanwhile) })
    await makePost(app.db)
    const { user, authorization } = await makeUser(app, 'super_admin', 'owner')
    await fill(app, user.id, MAX - 1)
    const before = await app.db.$count(auditEntries)
    meanwhile.run = () => fill(app, user.id, 1)
    const refused = await change(asks(app, authorization))
    expect([refused.status, (await refused.json()).code]).toEqual([409, 'conflict'])
    expect([await count(app), await app.db.$count(auditEntries)]).toEqual([MAX, before])
  },
)

const REFUSALS: [string, number, (app: TestApp, userId: number) => Promise<unknown>][] = [
  ['whose owner has lost access', 401, (app, userId) => LOSSES.deactivation(app, userId)],
  ['over the limit', 409, (app, userId) => fillPasskeys(app, userId, 1)],
]

test.each(REFUSALS.flatMap((refusal) => ENGINES.map((engine) => [...refusal, ...engine] as const)))(
  'an existing passkey %s is refused with %d, and nothing changes',
  async (_name, status, refuse, _engine, open) => {
    await using opened = await open()
    const meanwhile: Meanwhile = { run: null }
    const app = await testApp({ engine: opened.engine, wrap: beforeChange(meanwhile) })
    const { user, authorization } = await makeUser(app, 'super_admin', 'owner')
    const { user: other } = await makeUser(app, 'admin', 'ada')
    await app.db.update(users).set({ secondStepDueAt: later })
    await fillPasskeys(app, user.id, MAX - 1)
    const authenticator = await createAuthenticator()
    const existing = { ...authenticator.stored(''), name: 'Existing', userId: other.id, rpId: 'localhost' }
    await app.db.insert(passkeys).values({ ...existing, createdAt: NOON.toISOString() })
    const ask = asks(app, authorization)
    const credential = authenticator.create(await (await ask('/account/passkeys/options')).json())
    const stateOf = async ({ db }: TestApp) => [
      await db.select().from(users),
      await db.select().from(passkeys),
      await db.$count(usedChallenges),
      await db.$count(auditEntries),
    ]
    const expected: { state?: unknown } = {}
    meanwhile.run = async () => {
      await refuse(app, user.id)
      expected.state = await stateOf(app)
    }
    expect((await ask('/account/passkeys', 'POST', { name: 'Laptop', credential })).status).toBe(status)
    expect<unknown>(await stateOf(app)).toEqual(expected.state)
  },
)

test('a demoted user gets no token with a former permission', async () => {
  const meanwhile: Meanwhile = { run: null }
  const app = await testApp({ wrap: beforeChange(meanwhile) })
  const { user, authorization } = await makeUser(app, 'super_admin', 'mallory')
  meanwhile.run = () => demotion(app, user.id)
  const json = { name: 'deploy', permissions: ['backups.manage'] }
  expect((await asks(app, authorization)('/tokens', 'POST', json)).status).toBe(401)
  expect(await app.db.$count(personalTokens)).toBe(0)
})
