import { expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { setUp, toast } from './administration.ts'
import { addAnalysis } from './analyses.ts'
import { databaseOf, openAnalyzer } from './analyzer.ts'
import { startServer, visitor } from './harness.ts'

/** The name of what has the focus: of an element without one, its tag's. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)

test('the focus goes back to the button that asked a question, and to the page when that is gone', async () => {
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
    await page.getByRole('button', { name: 'Delete one' }).press('Enter')
    await question.waitFor()
    await page.keyboard.press(leave)
    await question.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Delete one')
  }
  await page.getByRole('button', { name: 'Details of one' }).press('Enter')
  await page.getByRole('dialog').waitFor()
  // The dialog takes the focus when it also begins to listen to keys.
  await page.waitForFunction(() => document.activeElement?.closest('[role="dialog"]'))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Details of one')

  await page.getByRole('button', { name: 'Delete one' }).press('Enter')
  await question.getByRole('button', { name: 'Delete' }).press('Enter')
  await toast(page, 'Analysis Deleted').waitFor()
  await page.getByRole('button', { name: 'Delete one' }).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.tagName === 'MAIN')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('INPUT')
  expect(visit.complaints).toEqual([])
})
