import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violations, violationsOnScreens } from './accessibility-violations.ts'
import {
  addUser,
  anHourAgo,
  callApi,
  confirmPassword,
  fillSignIn,
  openDatabase,
  PASSWORD,
  setProofs,
  signInByForm,
  startSetUp,
  toast,
  tokenOf,
} from './administration.ts'
import { untilValue } from './analyzer.ts'
import { visitor } from './harness.ts'
import { keepToasts } from './kept-toasts.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: ['personal_tokens', 'posts'] })

/** Ada is the only user and has just entered her password. */
async function freshAccount() {
  const session = await fresh()
  setProofs(session.server, new Date())
  using database = openDatabase(session.server)
  database.run('PRAGMA foreign_keys = ON')
  database.run("DELETE FROM users WHERE username <> 'ada'")
  return session
}

const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15'

test('a user ends sessions, and creates and deletes a token after re-entering the password', async () => {
  const { server, page, complaints } = await freshAccount()
  const program = await tokenOf(server, 'ada')
  await page.goto(`${server.url}/admin/dashboard`)
  await page.getByRole('button', { name: 'Account: ada' }).click()
  expect(await violations(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Your account' }).click()
  await page.getByText('This session').waitFor()
  // The last used comes first.
  await page.getByRole('button', { name: 'End the session in Unknown program' }).first().click()
  await toast(page, 'Session ended').waitFor()
  expect((await callApi(server, 'GET', '/api/admin/users', undefined, program)).status).toBe(401)

  setProofs(server, anHourAgo())
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create token' })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByText('Please give the token a name').waitFor()
  await dialog.getByLabel('Name').fill('Deploy')
  await dialog.getByLabel('Write and publish posts').check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
  expect(await violations(page)).toEqual([])
  await confirmPassword(page, 'not my password')
  await page.getByText('Wrong password').waitFor()
  await confirmPassword(page)
  const token = await page.getByRole('dialog', { name: 'Your new token' }).getByLabel('Token').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  const post = { title: 'Length', content: 'First.' }
  expect((await callApi(server, 'POST', '/api/admin/blog/posts', post, token)).status).toBe(201)

  expect(await violationsOnScreens(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete the token Deploy' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No tokens yet.').waitFor()
  expect((await callApi(server, 'GET', '/api/admin/blog/posts', undefined, token)).status).toBe(401)
  const expected = /status of (400|403)/
  expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([])
})

/** In the body's data, because a later toast replaces an earlier one. */
const recordToasts = (page: Page) =>
  page.evaluate(() => {
    const { body } = document
    const record = () => {
      const shown = document.querySelector('[aria-label^="Notifications"]')?.textContent ?? ''
      body.dataset.toasts = (body.dataset.toasts ?? '') + shown
    }
    new MutationObserver(record).observe(body, { childList: true, subtree: true })
  })

test('canceling the password prompt changes nothing and shows no error', async () => {
  const { server, token, page } = await freshAccount()
  await addUser(server, token, 'admin')
  await page.goto(`${server.url}/admin/dashboard?tab=users`)
  setProofs(server, anHourAgo())
  await page.getByRole('button', { name: 'More actions for admin' }).click()
  await recordToasts(page)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { body } = await callApi(server, 'GET', '/api/admin/users', undefined, token)
  expect(body).toHaveLength(2)

  setProofs(server, new Date())
  await page.getByRole('button', { name: 'More actions for admin' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await toast(page, 'User status updated successfully').waitFor()
  const toasts = await page.evaluate(() => document.body.dataset.toasts)
  expect(toasts).toContain('User status updated successfully')
  expect(toasts).not.toContain('Failed')
})

test('a notice reports a sign-in from a new browser, and the account owner can end that session', async () => {
  await using server = await startSetUp()
  await using home = await visitor()
  await keepToasts(home.page)
  await signInByForm(home.page, server, 'ada')
  await using elsewhere = await visitor({ userAgent: SAFARI })
  await signInByForm(elsewhere.page, server, 'ada')
  const noticeOn = (page: Page) => page.getByRole('complementary', { name: 'New sign-in' })
  // Each browser shows the other, but not itself.
  const shown = await noticeOn(elsewhere.page).textContent()
  expect(shown).toContain('A new browser signed in as you: ')
  expect(shown).not.toMatch(/Safari on macOS|more before that/)
  await home.page.reload()
  const notice = noticeOn(home.page)
  await notice.getByText('A new browser signed in as you: Safari on macOS from 127.0.0.0/24').waitFor()
  await notice.getByRole('button', { name: 'It wasn’t me' }).click()
  await toast(home.page, 'That browser is signed out').waitFor()
  await home.page.waitForURL(/\/admin\/account/)
  await notice.waitFor({ state: 'detached' })
  await elsewhere.page.reload()
  await elsewhere.page.waitForURL(/\/admin\/login/)
})

test('a password reset link works once, and a password set by someone else must be changed first', async () => {
  const { server, token, page: owner } = await freshAccount()
  await addUser(server, token, 'admin')
  await owner.goto(`${server.url}/admin/dashboard?tab=users`)
  await owner.getByRole('button', { name: 'More actions for admin' }).click()
  await owner.getByRole('menuitem', { name: 'Password link' }).click()
  await owner.getByRole('button', { name: 'Create link' }).click()
  const link = await owner.getByRole('dialog').getByLabel('Link').inputValue()

  await using visit = await visitor()
  const { page } = visit
  await keepToasts(page)
  await page.goto(link)
  await untilValue(page.getByLabel('Username'), 'admin')
  await page.waitForURL(`${server.url}/admin/new-password`)
  await page.getByLabel('New Password').fill('an owl in the tree')
  await page.getByLabel('Confirm Password').fill('an owl in the tre')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await page.getByText('Passwords do not match').waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Confirm Password').fill('an owl in the tree')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await toast(page, 'Password changed').waitFor()
  await fillSignIn(page, 'admin', 'an owl in the tree')
  await page.waitForURL(/\/admin\/dashboard/)

  await page.goto(link)
  await page.getByText('This link has been used or has expired').waitFor()

  // Someone else sets another password, which ends the session.
  const users: { body: { id: number; username: string }[] } = await callApi(
    server,
    'GET',
    '/api/admin/users',
    undefined,
    token,
  )
  const id = users.body.find(({ username }) => username === 'admin')?.id
  const path = `/api/admin/users/${id}/reset-password`
  expect((await callApi(server, 'POST', path, { password: PASSWORD }, token)).status).toBe(200)
  await page.goto(`${server.url}/admin/login`)
  await page.getByRole('heading', { name: 'Admin Sign In' }).waitFor()
  await fillSignIn(page, 'admin')
  await page.waitForURL(/\/admin\/new-password/)
  await page.goto(`${server.url}/admin/blog`)
  await page.waitForURL(/\/admin\/new-password/)
  await page.getByLabel('New Password').fill('an owl of my own')
  await page.getByLabel('Confirm Password').fill('an owl of my own')
  await page.getByRole('button', { name: 'Save Password' }).click()
  await page.waitForURL(/\/admin\/login/)
  await fillSignIn(page, 'admin', 'an owl of my own')
  await page.waitForURL(/\/admin\/dashboard/)
})
