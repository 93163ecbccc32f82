import { expect, test } from 'bun:test'
import { passkeys, users } from '#src/db/schema.ts'
import { createAuthenticator } from '#src/testing/authenticator.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const DAY = 86_400_000

/** A site that requires a second step, and a user whose grace is over, signed in a moment ago. */
async function office() {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  const as =
    (authorization?: string) =>
    async (path: string, json?: unknown, method = 'POST') => {
      const headers = { host: 'localhost', ...(authorization === undefined ? {} : { authorization }) }
      const response = await app.call(`/api/admin${path}`, { method, json, headers })
      return { status: response.status, body: await response.json() }
    }
  const owner = as((await makeUser(app, 'super_admin', 'owner')).authorization)
  expect((await owner('/second-step', { isRequired: true }, 'PUT')).status).toBe(200)
  clock.now = new Date(NOON.getTime() + 8 * DAY)
  const { authorization, user } = await makeUser(app, 'admin', 'ada')
  await app.db.update(users).set({ secondStepDueAt: NOON.toISOString() })
  const stranger = as()
  const signIn = () => stranger('/login', { username: 'ada', password: PASSWORD })
  return { app, clock, user, ada: as(authorization), as, stranger, signIn }
}

async function officeWithPasskey() {
  const at = await office()
  const authenticator = await createAuthenticator()
  const { body } = await at.ada('/account/passkeys/options')
  const credential = authenticator.create(body)
  expect((await at.ada('/account/passkeys', { name: 'Laptop', credential })).status).toBe(201)
  const signInByPasskey = async () => {
    const options = await at.stranger('/login/passkey/options')
    const json = { credential: await authenticator.sign(options.body) }
    return at.stranger('/login/passkey', json)
  }
  return { ...at, signInByPasskey }
}

test('a passkey is the second step that a site requires', async () => {
  const { ada } = await office()
  expect((await ada('/users', undefined, 'GET')).body.code).toBe('second_step_required')
  const { ada: protectedAda } = await officeWithPasskey()
  expect((await protectedAda('/users', undefined, 'GET')).status).toBe(200)
})

test('where a passkey is the only second step, a password alone lets nobody in', async () => {
  const { signIn, signInByPasskey, as } = await officeWithPasskey()
  const refused = await signIn()
  expect([refused.status, refused.body.message]).toEqual([
    401,
    'This site requires a second step. Please sign in with your passkey.',
  ])
  const { status, body } = await signInByPasskey()
  expect(status).toBe(200)
  expect((await as(`Bearer ${body.token}`)('/users', undefined, 'GET')).status).toBe(200)
})

test('the last second step stays where one is required', async () => {
  const { app, ada } = await officeWithPasskey()
  const remove = () => ada('/account/passkeys/1', undefined, 'DELETE')
  const refused = await remove()
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This site requires a second step: add another one before you remove this.',
  ])
  const [row] = await app.db.select().from(passkeys)
  if (!row) throw new Error('there is no passkey')
  await app.db.insert(passkeys).values({ ...row, id: 2, credentialId: 'other', rpId: 'old.example.com' })
  expect((await remove()).status).toBe(409)
  expect((await ada('/account/passkeys/2', undefined, 'DELETE')).status).toBe(200)
  await app.db.insert(passkeys).values({ ...row, id: 3, credentialId: 'third' })
  expect((await remove()).status).toBe(200)
})

test('passkeys for a former domain are no second step: the grace begins anew, until one works again', async () => {
  const { app, signIn, signInByPasskey, user } = await officeWithPasskey()
  await app.db.update(passkeys).set({ rpId: 'old.example.com' })
  expect((await signIn()).status).toBe(200)
  const dueAt = async () =>
    (await app.db.select().from(users)).find(({ id }) => id === user.id)?.secondStepDueAt
  expect(await dueAt()).toBe(new Date(app.clock.now.getTime() + 7 * DAY).toISOString())
  await app.db.update(passkeys).set({ rpId: 'localhost' })
  expect((await signInByPasskey()).status).toBe(200)
  expect(await dueAt()).toBeNull()
})

test('a reset of the second step ends passkeys, too', async () => {
  const { app, user } = await officeWithPasskey()
  const fresh = await makeUser(app, 'super_admin', 'fresh')
  const headers = { authorization: fresh.authorization }
  const reset = await app.call(`/api/admin/users/${user.id}/reset-second-step`, { method: 'POST', headers })
  expect(reset.status).toBe(200)
  expect(await app.db.$count(passkeys)).toBe(0)
})
