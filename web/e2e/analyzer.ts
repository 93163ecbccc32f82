import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { ANALYZER_PATH } from '#domain/analyses.ts'
import { until } from '#src/testing/time-limits.ts'
import { figure } from './administration.ts'
import type { Keyword } from './analyses.ts'
import type { Server } from './harness.ts'

const PATH = '/admin/website-analyzer'

export const isList = (message: { url(): string }) => message.url().includes(`${ANALYZER_PATH}/analyses`)

export function databaseOf(server: Server): Database {
  const database = new Database(join(server.folder, 'data', 'passwright.db'))
  database.run('PRAGMA busy_timeout = 10000')
  return database
}

/** Signed in already. */
export async function goToAnalyzer(page: Page, server: Server) {
  await page.goto(server.url + PATH)
  await untilListed(page)
}

async function untilListed(page: Page) {
  await page.getByRole('heading', { name: 'Website Analyzer' }).waitFor()
  const websites = page.getByRole('region', { name: 'Analyzed websites' })
  await websites.getByText('Loading…').waitFor({ state: 'detached' })
}

export const website = (page: Page, text: string) =>
  page.getByRole('grid', { name: 'Analyzed websites' }).getByRole('row').filter({ hasText: text })

/** The figures are fetched apart from the list. */
export const untilFigure = (page: Page, label: string, value: string) =>
  figure(page, label).getByText(value, { exact: true }).waitFor()

export async function untilValue(input: Locator, value: string): Promise<void> {
  const element = await input.elementHandle()
  await input
    .page()
    .waitForFunction(({ element, value }) => element instanceof HTMLInputElement && element.value === value, {
      element,
      value,
    })
}

/** Chooses from the row's '⋯' menu. */
export async function chooseFor(row: Locator, action: string): Promise<void> {
  await row.getByRole('button', { name: 'More actions for ' }).click()
  await row.page().getByRole('menuitem', { name: action }).click()
}

export async function analyze(page: Page, url: string) {
  await page.getByLabel('Website URL').fill(url)
  await page.getByRole('button', { name: 'Analyze Website' }).click()
}

export const keywords = (count: number): Keyword[] =>
  Array.from({ length: count }, (_, index) => ({
    keyword: `trail shoe ${index + 1}`,
    relevanceScore: Math.round(100 - (index * 90) / count) / 10,
    frequency: count - index,
  }))

/** Waits until no analysis is running on this server, then refreshes the page without waiting for its poll. */
export async function untilAnalyzed(page: Page, server: Server) {
  using database = databaseOf(server)
  const pending = database.query(
    "SELECT id FROM analyses WHERE requested_at IS NOT NULL AND claim IS NOT 'another server'",
  )
  await until('all analyses have ended', () => pending.get() === null)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}
