import { expect, test } from 'bun:test'
import { setUp, signInByForm } from './administration.ts'
import { startServer, visitor } from './harness.ts'

const COMMON = 'This password is one of the 10,000 most common. Choose a different one.'

test('setup shows at the field why a password is rejected, and accepts a better one', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/admin/setup`)
  await page.getByLabel('Username').fill('grace')
  await page.getByLabel('Email').fill('hopper@example.com')
  const password = page.getByLabel('Password', { exact: true })
  const submit = async (text: string) => {
    await password.fill(text)
    await page.getByLabel('Confirm Password').fill(text)
    await page.getByRole('button', { name: 'Create Admin Account' }).click()
  }
  await submit('sunshine')
  await page.getByText(COMMON).waitFor()
  expect(await password.getAttribute('aria-invalid')).toBe('true')
  await submit('my Passwright key')
  await page.getByText('Password must not contain the name of this site').waitFor()
  expect(await page.getByText(COMMON).count()).toBe(0)
  await submit('my compiler from 1952')
  await page.waitForURL('**/admin/login')
})

test('the user dialogs show at the field why a password is rejected', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await signInByForm(page, server, 'ada')
  expect(await page.evaluate(() => localStorage.getItem('adminDevice'))).toMatch(/^[\w-]{43}$/)
  await page.goto(`${server.url}/admin/dashboard?tab=users`)
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill('grace')
  await dialog.getByLabel('Email').fill('hopper@example.com')
  await dialog.getByLabel(/^Password/).fill('Grace1952')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await dialog.getByText('Password must not contain the username').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'More actions for ada' }).click()
  await page.getByRole('menuitem', { name: 'Reset Password' }).click()
  await dialog.getByLabel('New Password').fill('iloveyou')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await dialog.getByText(COMMON).waitFor()
  expect(await dialog.getByLabel('New Password').getAttribute('aria-invalid')).toBe('true')
})
