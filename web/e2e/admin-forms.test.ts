import { expect, test } from 'bun:test'
import type { Locator, Page } from 'playwright-core'
import { addUser, openSignedIn, PASSWORD, startSetUp } from './administration.ts'
import { untilFocused, visitor } from './harness.ts'

const COMMON = 'This password is one of the 10,000 most common. Choose a different one.'

async function expectFieldError(page: Page, field: Locator, message: string): Promise<void> {
  await field.and(page.locator('[aria-invalid=true]')).waitFor()
  await untilFocused(field)
  expect(
    await field.evaluate((element) => ({
      isInvalid: element.getAttribute('aria-invalid'),
      says: (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    })),
  ).toEqual({ isInvalid: 'true', says: expect.stringContaining(message) })
}

test('the forms for users, templates and analyses mark invalid fields and focus the first', async () => {
  await using server = await startSetUp()
  await addUser(server, server.login.token, 'admin')
  await using visit = await visitor()
  const { page } = visit
  await openSignedIn(page, server, '/admin/dashboard?tab=users')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog')
  const save = dialog.getByRole('button', { name: 'Create User' })
  await save.click()
  await expectFieldError(page, dialog.getByLabel('Username'), 'Username and email are required')
  await dialog.getByLabel('Username').fill('grace')
  await dialog.getByLabel('Email').fill('nonsense')
  await dialog.getByLabel(/^Password/).fill(PASSWORD)
  await save.click()
  await expectFieldError(page, dialog.getByLabel('Email'), 'Please enter a valid email address')
  await dialog.getByLabel('Email').fill('admin@example.com')
  await save.click()
  await expectFieldError(page, dialog.getByLabel('Email'), 'Email already exists')
  await dialog.getByLabel('Email').fill('hopper@example.com')
  await dialog.getByLabel(/^Password/).fill('Grace1952')
  await save.click()
  await expectFieldError(page, dialog.getByLabel(/^Password/), 'Password must not contain the username')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'More actions for ada' }).click()
  await page.getByRole('menuitem', { name: 'Reset Password' }).click()
  await dialog.getByLabel('New Password').fill('iloveyou')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await expectFieldError(page, dialog.getByLabel('New Password'), COMMON)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'New Template' }).click()
  await dialog.getByLabel('Template Name').fill('How-to')
  await dialog.getByRole('button', { name: 'Create Template' }).click()
  await expectFieldError(
    page,
    dialog.getByLabel('System Prompt'),
    'Name, system prompt, and user prompt template are required',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: 'Website Analyzer' }).click()
  await page.getByRole('button', { name: 'Analyze Website' }).click()
  const url = page.getByLabel('Website URL')
  await url.and(page.locator('[aria-invalid=true]')).waitFor()
  await untilFocused(url)
})
