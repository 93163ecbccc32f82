import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { LoginAnswer, Role } from '#domain/users.ts'
import type { Server } from './harness.ts'

export const PASSWORD = 'an owl in the attic'

/** Opens the AI provider; nobody may be shown it. */
export const KEY = 'sk-proj-abcDEF0123456789zyxWVU'

/** The server's own database, for what would take too many calls. */
export function openDatabase({ folder }: Server): Database {
  const database = new Database(join(folder, 'data', 'passwright.db'))
  database.run('PRAGMA busy_timeout = 5000')
  return database
}

/** Sends JSON as whoever `token` says; answers the status and the JSON. */
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

/** Makes the first administrator, 'ada', and answers her token. */
export async function setUp(server: Server): Promise<string> {
  await callApi(server, 'POST', '/api/admin/setup', {
    username: 'ada',
    email: 'ada@example.com',
    password: PASSWORD,
  })
  return tokenOf(server, 'ada')
}

export async function tokenOf(server: Server, username: string): Promise<string> {
  const answer: { body: LoginAnswer } = await callApi(server, 'POST', '/api/admin/login', {
    username,
    password: PASSWORD,
  })
  return answer.body.token
}

/** Makes a user of that role, named after it. */
export async function addUser(server: Server, token: string, role: Role): Promise<void> {
  const user = { username: role, email: `${role}@example.com`, password: PASSWORD, role }
  await callApi(server, 'POST', '/api/admin/users', user, token)
}

/** Signs in through the page. */
export async function signIn(page: Page, server: Server, username: string): Promise<void> {
  await page.goto(`${server.url}/admin/login`)
  await fillSignIn(page, username)
  await page.waitForURL(/\/admin\/dashboard/)
}

export async function fillSignIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Signs out through the account menu at the foot of the sidebar. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
}

export const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first()

export const row = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })

/** What a card of figures shows under its label. */
export const figure = (page: Page, label: string) =>
  page
    .locator('div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .last()
    .getByRole('definition')
    .first()
