import { expect, test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'
import { openRemote } from '#src/db/remote.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'

const TOKEN = 'let-me-in'

const ask = ({ call }: TestApp, authorization: string, path: string, method = 'GET', json?: unknown) =>
  call(`/api/admin${path}`, { method, json, headers: { authorization } })

test('two instances on one database apply changed tokens, proofs and links immediately', async () => {
  await using server = libsqlServer({ token: TOKEN })
  const engines = [openRemote(server.url, TOKEN), openRemote(server.url, TOKEN)] as const
  const clock = { now: NOON }
  const here = await testApp({ engine: engines[0], clock })
  const there = await testApp({ engine: engines[1], clock })
  const { user, authorization } = await makeUser(here, 'super_admin', 'ada')

  const made = await ask(here, authorization, '/tokens', 'POST', { name: 'deploy' })
  const { id, token } = await made.json()
  expect((await ask(there, `Bearer ${token}`, '/users')).status).toBe(200)
  await ask(here, authorization, `/tokens/${id}`, 'DELETE')
  expect((await ask(there, `Bearer ${token}`, '/users')).status).toBe(401)

  const { secret } = await (await ask(here, authorization, '/account/app', 'POST')).json()
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: NOON.getTime() })
  expect((await ask(there, authorization, '/account/app/confirm', 'POST', { code })).status).toBe(200)
  const login = { username: 'ada', password: PASSWORD }
  expect((await there.call('/api/admin/login', { json: login })).status).toBe(401)
  expect((await here.call('/api/admin/login', { json: { ...login, code } })).status).toBe(401)

  clock.now = new Date(NOON.getTime() + 20 * 60_000)
  expect((await ask(there, authorization, `/users/${user.id}/password-link`, 'POST')).status).toBe(403)
  await ask(here, authorization, '/account/proof', 'POST', { password: PASSWORD })
  const link = await ask(there, authorization, `/users/${user.id}/password-link`, 'POST')
  const { path } = await link.json()
  const json = { link: path.split('#')[1], password: 'an entirely new one' }
  const attempts = await Promise.all(
    [here, there].map(({ call }) => call('/api/admin/password-link', { json })),
  )
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await ask(there, authorization, '/users')).status).toBe(401)
  for (const engine of engines) await engine.close()
})
