import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violationsOnScreens } from './accessibility-violations.ts'
import { callApi, confirmPassword, openDatabase, PASSWORD, toast } from './administration.ts'
import { type Server, untilFocused } from './harness.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: [] })

/** Ada is the only user. */
async function freshUsers() {
  const session = await fresh()
  using database = openDatabase(session.server)
  database.run('PRAGMA foreign_keys = ON')
  database.run("DELETE FROM users WHERE username <> 'ada'")
  return session
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

async function choose(page: Page, user: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${user}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a super admin creates, edits, resets, deactivates and deletes a user', async () => {
  const { server, page, complaints } = await freshUsers()
  await page.goto(`${server.url}/admin/dashboard?tab=users`)
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await dialog.getByText('Username and email are required').waitFor()
  await dialog.getByLabel('Username').fill('bob')
  await dialog.getByLabel('Email').fill('bob@example.com')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await dialog.getByText('Password is required for new users').waitFor()
  await dialog.getByLabel(/^Password/).fill(PASSWORD)
  expect(await dialog.getByLabel('Role').inputValue()).toBe('admin')
  expect(await dialog.getByLabel('Active User').isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await toast(page, 'User created successfully').waitFor()
  await row(page, 'bob@').getByText('Never').waitFor()
  await page.getByRole('button', { name: 'Create a one-time link' }).click()
  await dialog.getByText('Lets bob set a new password').waitFor()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await confirmPassword(page)
  expect(await dialog.getByLabel('Link').inputValue()).toContain('/admin/new-password#')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Edit bob' }).click()
  await dialog.getByLabel('Email').fill('robert@example.com')
  await dialog.getByLabel('Role').selectOption('Moderator')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await toast(page, 'User updated successfully').waitFor()
  const bob = row(page, 'robert@example.com')
  await bob.getByText('Moderator').waitFor()

  await choose(page, 'bob', 'Reset Password')
  await dialog.getByLabel('New Password').fill('12345')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await dialog.getByText('Password must be at least 6 characters long').waitFor()
  await dialog.getByRole('button', { name: 'Generate' }).click()
  expect(await page.locator('[aria-invalid=true]').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Copy' }).waitFor()
  await dialog.getByLabel('New Password').fill('another owl in the attic')
  await dialog.getByRole('button', { name: 'Copy' }).waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await toast(page, 'Password reset successfully').waitFor()

  await choose(page, 'bob', 'Deactivate')
  await toast(page, 'User status updated successfully').waitFor()
  await bob.getByText('Inactive').waitFor()

  await choose(page, 'bob', 'Delete')
  const question = page.getByRole('alertdialog')
  await question
    .getByText('Are you sure you want to delete user "bob"? This action cannot be undone.')
    .waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForFunction(
    () => document.activeElement?.getAttribute('aria-label') === 'More actions for bob',
  )
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('role') === 'menuitem')
  await page.keyboard.press('End')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Delete')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'User deleted successfully').waitFor()
  await bob.waitFor({ state: 'detached' })
  await untilFocused(row(page, 'ada@example.com'))
  expect(complaints.filter((complaint) => !complaint.includes('status of 403'))).toEqual([])
})

function writeUsers(server: Server, count: number): void {
  using database = openDatabase(server)
  database.run(
    `WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?1)
     INSERT INTO users (username, email, password_hash, role, is_active, created_at, last_login)
     SELECT printf('user-%04d', i), 'user' || i || '@example.com', '', 'admin', i % 3 > 0, ?2, iif(i % 2, ?2, NULL)
     FROM numbers`,
    [count, new Date().toISOString()],
  )
}

const rowHeaders = (page: Page) => page.getByRole('grid', { name: 'Admin users' }).getByRole('rowheader')

const firstName = (page: Page, name: string) =>
  rowHeaders(page)
    .first()
    .filter({ hasText: new RegExp(`^${name}`) })

test('500 users can be sorted and paged; Back and reload keep the order', async () => {
  const { server, token, page, complaints } = await freshUsers()
  writeUsers(server, 500)
  await page.goto(`${server.url}/admin/dashboard?tab=users`)
  await page.getByText('50 of 501').waitFor()
  const username = page.getByRole('columnheader', { name: 'Username' })
  await username.getByRole('button').click()
  await username.and(page.locator('[aria-sort=ascending]')).waitFor()
  await username.getByRole('button').click()
  await firstName(page, 'user-0500').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=users&sort=-username')
  expect(await username.getAttribute('aria-sort')).toBe('descending')

  const added = { username: 'zoe', email: 'zoe@example.com', password: PASSWORD }
  expect((await callApi(server, 'POST', '/api/admin/users', added, token)).status).toBe(201)
  await page.getByRole('button', { name: 'Show more' }).click()
  await page.getByText('100 of 502').waitFor()
  const shown = await rowHeaders(page).allInnerTexts()
  expect(shown).toEqual(
    Array.from({ length: 100 }, (_, index) => `user-0${(500 - index).toString().padStart(3, '0')}`),
  )

  await page.reload()
  await row(page, 'zoe').waitFor()
  await page.goBack()
  await firstName(page, 'ada').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=users&sort=username')
  expect(complaints).toEqual([])
})

test('the list works by keyboard, and its rows are one Tab stop', async () => {
  const { server, page, complaints } = await freshUsers()
  writeUsers(server, 60)
  await page.goto(`${server.url}/admin/dashboard?tab=users`)
  await page.getByText('50 of 61').waitFor()
  await page.keyboard.press('j')
  await untilFocused(row(page, 'ada@example.com'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await untilFocused(row(page, 'user-0001'))
  await page.keyboard.press('Tab')
  await untilFocused(page.getByRole('button', { name: 'Edit user-0001' }))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await untilFocused(page.getByRole('button', { name: 'Show more', exact: true }))
  await page.keyboard.press('k')
  for (let presses = 0; presses < 45; presses++) await page.keyboard.press('j')
  await page.getByText('61 of 61').waitFor()
  expect(complaints).toEqual([])
})

test('the list and its menu have no accessibility violations', async () => {
  const { server, page, complaints } = await freshUsers()
  writeUsers(server, 6)
  await page.goto(`${server.url}/admin/dashboard?tab=users`)
  await page.getByText('7 of 7', { exact: true }).waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  await page.getByRole('button', { name: 'More actions for ada' }).click()
  await page.getByRole('menu').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  expect(complaints).toEqual([])
})
