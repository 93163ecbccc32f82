import { EXECUTABLE, type RunningServer } from './start-server.ts'

const OWNER = { username: 'owner', password: 'difference engine' }

/** Posts JSON as `address`, if the server trusts this machine as a proxy. */
export async function post(
  { url }: RunningServer,
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

/** Creates the first administrator and returns a session token. */
export async function signInFirst(
  server: RunningServer,
  folder: string,
  database = ['--data', './data'],
): Promise<string> {
  const { username, password } = OWNER
  const name = ['--username', username, '--email', 'owner@example.com']
  const made = Bun.spawnSync([EXECUTABLE, 'admin', 'create', ...name, '--password-stdin', ...database], {
    cwd: folder,
    env: {},
    stdin: Buffer.from(password),
  })
  if (!made.success) throw new Error(`setup failed: ${made.stderr}`)
  const login = await post(server, '/api/admin/login', OWNER)
  if (!login.ok) throw new Error(`sign-in failed with status ${login.status}`)
  return (await login.json()).token
}
