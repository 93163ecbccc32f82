import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { setUp, toast } from './administration.ts'
import { addAnalysis } from './analyses.ts'
import { databaseOf, openAnalyzer } from './analyzer.ts'
import { startServer, visitor } from './harness.ts'

const MENU = 'More actions for one'

/** Chooses from the menu of a row by the keyboard. */
async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: MENU }).press('Enter')
  await page.getByRole('menuitem', { name: action }).press('Enter')
}

test('the focus goes back to the button that asked a question, and to the next row when that is gone', async () => {
  await using server = await startServer()
  await setUp(server)
  using database = databaseOf(server)
  for (const name of ['one', 'two'])
    addAnalysis(database, { url: `https://${name}.example/`, status: 'completed', title: name, keywords: [] })
  await using visit = await visitor()
  const { page } = visit
  await openAnalyzer(page, server)
  const question = page.getByRole('alertdialog')
  for (const leave of ['Escape', 'Enter']) {
    await choose(page, 'Delete')
    await question.waitFor()
    await page.keyboard.press(leave)
    await question.waitFor({ state: 'detached' })
    await page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, MENU)
  }
  await choose(page, 'Details')
  await page.getByRole('dialog').waitFor()
  // The dialog takes the focus when it also begins to listen to keys.
  await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'))
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
  expect(visit.complaints).toEqual([])
})
