import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { violationsOnScreens } from './accessibility-violations.ts'
import { confirmPassword, openDatabase, PASSWORD, toast } from './administration.ts'
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
