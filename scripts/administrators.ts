import type { Listening } from './listening.ts'

export const OWNER = { username: 'owner', password: 'difference engine' }

/** Sends JSON as if from `address`: the server must trust this machine as a proxy for that. */
export async function post(
  { url }: Listening,
  path: string,
  body: object,
  { token, address = '192.0.2.1' }: { token?: string; address?: string } = {},
): Promise<Response> {
  return await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
}

/** Makes the first administrator of a fresh server and answers the token of a sign-in. Throws when either fails. */
export async function signInFirst(server: Listening): Promise<string> {
  const setup = await fetch(`${server.url}/api/admin/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...OWNER, email: 'owner@example.com' }),
  })
  const login = await post(server, '/api/admin/login', OWNER)
  if (setup.status !== 201 || login.status !== 200) throw new Error('the setup failed')
  return (await login.json()).token
}
