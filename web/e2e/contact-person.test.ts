import { expect, test } from 'bun:test'
import { violations } from './accessibility-violations.ts'
import { callApi, openSignedIn, startSetUp, toast } from './administration.ts'
import { visitor } from './harness.ts'

const letter = (email: string) => ({
  name: 'Eve',
  email,
  subject: 'Hello',
  message: 'What do you keep of me?',
})

test('all messages from one email address can be found, exported and deleted', async () => {
  await using server = await startSetUp()
  for (const email of ['eve@example.com', 'Eve@Example.com', 'bob@example.com']) {
    await callApi(server, 'POST', '/api/contact', letter(email))
  }
  await using visit = await visitor()
  const { page, complaints } = visit
  await openSignedIn(page, server, '/admin/dashboard?tab=contacts')
  await page.getByRole('button', { name: 'Messages by address' }).click()
  const dialog = page.getByRole('dialog', { name: 'Messages by address' })
  await dialog.getByLabel('Email address').fill('nobody@example.com')
  await dialog.getByLabel('Email address').press('Enter')
  await dialog.getByText('There are no messages from this address.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Delete all' }).count()).toBe(0)

  await dialog.getByLabel('Email address').fill('EVE@example.com')
  await dialog.getByRole('button', { name: 'Find messages' }).click()
  await dialog.getByText('2 messages found.').waitFor()
  expect(await violations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export' }).click()
  const file = await Bun.file(await (await saved).path()).json()
  expect(file.messages.map(({ email }: { email: string }) => email)).toEqual([
    'eve@example.com',
    'Eve@Example.com',
  ])

  await dialog.getByRole('button', { name: 'Delete all' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click()
  await toast(page, '2 messages deleted').waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('eve@example.com').first().waitFor({ state: 'detached' })
  expect(await page.getByText('bob@example.com').count()).toBeGreaterThan(0)
  expect(complaints).toEqual([])
})
