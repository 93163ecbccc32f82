import { expect, test } from 'bun:test'
import { startServer, visitor } from './harness.ts'

test('setup rates the typed password and can fill both fields with a generated one', async () => {
  await using server = await startServer()
  await using visit = await visitor()
  const { page } = visit
  await page.goto(`${server.url}/admin/setup`)
  await page.getByLabel('Username').fill('ada')
  await page.getByLabel('Email').fill('ada@example.com')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('P@ssword123!')
  await page.getByText(/guesses\. Falls to every attack\. Found: a .*with @ for a; a sequence/).waitFor()

  await page.getByRole('button', { name: 'Generate' }).press('Enter')
  await page.getByText(/guesses\. Withstands all four attacks\./).waitFor()
  expect(await password.getAttribute('type')).toBe('text')
  expect(await password.inputValue()).toHaveLength(20)
  expect(await page.getByLabel('Confirm Password').inputValue()).toBe(await password.inputValue())
  await page.getByRole('button', { name: 'Hide password' }).press('Enter')
  expect(await password.getAttribute('type')).toBe('password')
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await page.waitForURL('**/admin/login')
  expect(visit.complaints).toEqual([])
})
