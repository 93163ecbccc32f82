import { expect, test } from 'bun:test'
import { NEW_CREDENTIAL } from '#src/testing/credentials.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { testApp } from '#src/testing/test-app.ts'

/** Every route that adds or removes a way to sign in, with a valid body. */
const WAYS_IN: { route: string; json?: unknown }[] = [
  { route: 'POST /api/admin/account/passkeys/options' },
  { route: 'POST /api/admin/account/passkeys', json: { name: 'Laptop', credential: NEW_CREDENTIAL } },
  { route: 'DELETE /api/admin/account/passkeys/:id' },
  { route: 'POST /api/admin/account/app' },
  { route: 'POST /api/admin/account/app/confirm', json: { code: '000000' } },
  { route: 'DELETE /api/admin/account/app' },
  { route: 'POST /api/admin/account/recovery-codes' },
  { route: 'POST /api/admin/tokens', json: { name: 'deploy' } },
  { route: 'DELETE /api/admin/tokens/:id' },
  { route: 'POST /api/admin/users/:id/password-link' },
  { route: 'POST /api/admin/users/:id/reset-second-step' },
  { route: 'PUT /api/admin/second-step', json: { isRequired: true } },
]

/** A server where a super admin has just signed in. */
async function signedInApp() {
  const app = await testApp()
  await makeUser(app, 'super_admin', 'ada')
  const login = await app.call('/api/admin/login', { json: { username: 'ada', password: PASSWORD } })
  const headers = { authorization: `Bearer ${(await login.json()).token}` }
  const send = (route: string, json?: unknown) => {
    const [method = '', path = ''] = route.split(' ')
    return app.call(path.replace(':id', '1'), { method, json, headers })
  }
  return { app, send }
}

test.each(WAYS_IN)('$route asks for proof right after signing in', async ({ route, json }) => {
  const { send } = await signedInApp()
  const code = async () => (await (await send(route, json)).json()).code
  expect(await code()).toBe('proof_required')
  expect((await send('POST /api/admin/account/proof', { password: PASSWORD })).status).toBe(200)
  expect(await code()).not.toBe('proof_required')
})

test('signing in counts as proof everywhere else', async () => {
  const { app, send } = await signedInApp()
  const ways = new Set(WAYS_IN.map(({ route }) => route))
  const others = app.routes
    .filter(({ requirements, method, path }) => requirements.proof && !ways.has(`${method} ${path}`))
    .map(({ method, path }) => `${method} ${path}`)
  expect(others.length).toBeGreaterThan(0)
  for (const route of others) {
    expect([route, (await (await send(route, {})).json()).code]).not.toEqual([route, 'proof_required'])
  }
})
