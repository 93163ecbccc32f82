import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { openDatabase, toast } from './administration.ts'
import { addAnalysis } from './analyses.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: ['analyses'] })

const MENU = 'More actions for one'

/** By keyboard. */
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: MENU }).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
}

/** It listens for keys from then on. */
const untilDialogHasFocus = (page: Page) =>
  page.waitForFunction(() => document.activeElement?.closest('[role="dialog"], [role="alertdialog"]'))

test('focus returns to the button that opened the dialog, or to the next row if its row was deleted', async () => {
  const { server, page, complaints } = await fresh()
  using database = openDatabase(server)
  for (const name of ['one', 'two'])
    addAnalysis(database, { url: `https://${name}.example/`, status: 'completed', title: name, keywords: [] })
  await page.goto(`${server.url}/admin/website-analyzer`)
  const question = page.getByRole('alertdialog')
  for (const leave of ['Escape', 'Enter']) {
    await choose(page, 'Delete')
    await untilDialogHasFocus(page)
    await page.keyboard.press(leave)
    await question.waitFor({ state: 'detached' })
    await page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, MENU)
  }
  await choose(page, 'Details')
  await untilDialogHasFocus(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, MENU)

  await choose(page, 'Delete')
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await toast(page, 'Analysis Deleted').waitFor()
  await page.getByRole('button', { name: MENU }).waitFor({ state: 'detached' })
  await page.waitForFunction(
    () => document.activeElement?.tagName === 'TR' && document.activeElement.textContent?.includes('two'),
  )
  expect(complaints).toEqual([])
})

test('a dialog with a form focuses its first field', async () => {
  const { server, page, complaints } = await fresh()
  await page.goto(`${server.url}/admin/account`)
  await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog
    .getByText('You will be signed out everywhere and need the new password to sign in again.')
    .waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'password')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByRole('dialog', { name: 'Create token' }).waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name')
  expect(complaints).toEqual([])
})
