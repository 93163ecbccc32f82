import { Database } from 'bun:sqlite'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { LoginResponse, Role } from '#domain/users.ts'
import { type Server, type ServerOptions, startServer } from './harness.ts'
import { keepToasts } from './kept-toasts.ts'

export const PASSWORD = 'an owl in the attic'

export const KEY = 'sk-proj-abcDEF0123456789zyxWVU'

/** For setups that would take too many API calls. */
export function openDatabase({ folder }: Pick<Server, 'folder'>): Database {
  const database = new Database(join(folder, 'data', 'passwright.db'))
  database.run('PRAGMA busy_timeout = 5000')
  return database
}

export async function callApi(server: Server, method: string, path: string, body?: unknown, token?: string) {
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: await response.json() }
}

/** Creates the first administrator, 'ada', with the printed code, and returns a token. */
export async function setUp(server: Server): Promise<string> {
  await callApi(server, 'POST', '/api/admin/setup', {
    username: 'ada',
    email: 'ada@example.com',
    password: PASSWORD,
    code: /#code=(\w+)/.exec(server.output())?.[1],
  })
  return tokenOf(server, 'ada')
}

export type SetUpServer = Server & { login: LoginResponse }

let setUpOnce: Promise<{ folder: string; login: LoginResponse }> | undefined

/** A server that 'ada' has set up and signed in to, like after `setUp`, from a copy: hashing passwords takes long. */
export async function startSetUp(options: Omit<ServerOptions, 'folder'> = {}): Promise<SetUpServer> {
  setUpOnce ??= setUpFolder()
  const { folder, login } = await setUpOnce
  const copy = mkdtempSync(join(tmpdir(), 'passwright-'))
  cpSync(folder, copy, { recursive: true })
  renewSignIns({ folder: copy })
  const server = await startServer({ ...options, folder: copy })
  return {
    ...server,
    login,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]()
      rmSync(copy, { recursive: true, force: true })
    },
  }
}

async function setUpFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'passwright-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  await using server = await startServer({ folder })
  await setUp(server)
  return { folder, login: await logIn(server, 'ada') }
}

/** Opens `path` with the session that `startSetUp` made. */
export async function openSignedIn(
  page: Page,
  server: SetUpServer,
  path = '/admin/dashboard',
): Promise<void> {
  await openWith(page, server, server.login, path)
}

export async function tokenOf(server: Server, username: string): Promise<string> {
  return (await logIn(server, username)).token
}

async function logIn(server: Server, username: string): Promise<LoginResponse> {
  const credentials = { username, password: PASSWORD }
  const { status, body } = await callApi(server, 'POST', '/api/admin/login', credentials)
  if (status !== 200) throw new Error(`${username} could not sign in: ${JSON.stringify(body)}`)
  return body
}

export async function addUser(server: Server, token: string, role: Role): Promise<void> {
  const user = { username: role, email: `${role}@example.com`, password: PASSWORD, role }
  const { status, body } = await callApi(server, 'POST', '/api/admin/users', user, token)
  if (status !== 201) throw new Error(`no user was added: ${JSON.stringify(body)}`)
}

/** As if all users had just signed in: a session may be older than the time for which that counts as proof. */
export function renewSignIns(server: Pick<Server, 'folder'>): void {
  using database = openDatabase(server)
  database.run("UPDATE sessions SET created_at = ?1, proved_at = ''", [new Date().toISOString()])
}

/** As if all users had signed in and entered their passwords `at` that time. */
export function setProofs(server: Server, at: Date): void {
  using database = openDatabase(server)
  database.run('UPDATE sessions SET created_at = ?1, proved_at = ?1', [at.toISOString()])
}

export const anHourAgo = () => new Date(Date.now() - 3_600_000)

export async function confirmPassword(page: Page, password = PASSWORD): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await question.getByLabel('Your password').fill(password)
  await question.getByRole('button', { name: 'Confirm' }).click()
}

/** Signs in without the form, and opens `path`. */
export async function signIn(
  page: Page,
  server: Server,
  username: string,
  path = '/admin/dashboard',
): Promise<void> {
  await openWith(page, server, await logIn(server, username), path)
}

async function openWith(page: Page, server: Server, { token, admin }: LoginResponse, path: string) {
  await keepToasts(page)
  await page.goto(`${server.url}/robots.txt`)
  await page.evaluate((stored) => Object.assign(localStorage, stored), {
    adminToken: token,
    adminUser: JSON.stringify(admin),
  })
  await page.goto(server.url + path)
}

export async function signInByForm(page: Page, server: Server, username: string): Promise<void> {
  await keepToasts(page)
  await page.goto(`${server.url}/admin/login`)
  await fillSignIn(page, username)
  await page.waitForURL(/\/admin\/dashboard/)
}

export async function fillSignIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

export async function chooseLogout(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

export async function signOut(page: Page): Promise<void> {
  await chooseLogout(page)
  await page.getByRole('heading', { name: 'Admin Sign In' }).waitFor()
}

/** The visible toast. An open dialog hides it from the accessibility tree, but not its announcement. */
export const toast = (page: Page, text: string) =>
  page.locator('[aria-label^="Notifications"] li').filter({ hasText: text })

export const row = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

export const figure = (page: Page, label: string) =>
  page
    .locator('div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last()
    .getByRole('definition')
    .first()
