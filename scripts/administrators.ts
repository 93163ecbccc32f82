import { EXECUTABLE, type Listening } from './listening.ts'

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

/** Makes the first administrator of the server in `folder` and answers the token of a sign-in. Throws when either fails. */
export async function signInFirst(server: Listening, folder: string, dataDir = './data'): Promise<string> {
  const { username, password } = OWNER
  const name = ['--username', username, '--email', 'owner@example.com']
  const made = Bun.spawnSync(
    [EXECUTABLE, 'admin', 'create', ...name, '--password-stdin', '--data', dataDir],
    {
      cwd: folder,
      env: {},
      stdin: Buffer.from(password),
    },
  )
  if (!made.success) throw new Error(`the setup failed: ${made.stderr}`)
  const login = await post(server, '/api/admin/login', OWNER)
  if (!login.ok) throw new Error(`the sign-in was answered with ${login.status}`)
  return (await login.json()).token
}
