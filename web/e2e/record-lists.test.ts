import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Backup } from '#domain/backups.ts'
import { violationsOnScreens } from './accessibility-violations.ts'
import { toast } from './administration.ts'
import { addAnalysis } from './analyses.ts'
import { databaseOf, keywords } from './analyzer.ts'
import type { Server } from './harness.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: ['analyses', 'keyword_uploads'] })

const AT = '2026-03-14T12:00:00.000Z'

function fill(server: Server, database: Database, first: number, last: number): void {
  database.transaction(() => {
    for (let number = first; number <= last; number++) {
      const status = number % 3 === 0 ? 'failed' : 'completed'
      addAnalysis(database, {
        url: `https://site-${number}.example/pricing`,
        status,
        keywords: status === 'failed' ? [] : keywords(3),
        errorMessage:
          status === 'failed' || number % 2 === 0
            ? 'The website responded with HTTP 404, as it often does.'
            : null,
        metaDescription: 'Passwords for teams of every size',
      })
      database.run(
        `INSERT INTO keyword_uploads (batch, parts, uploaded_at, completed_at, file_name) VALUES (?, 2, ?, ?, ?)`,
        [`upload_${number}`, AT, number % 3 === 0 ? null : AT, `competitors ${number}.csv`],
      )
      database.run(
        `INSERT INTO audit_entries (at, actor, action, subject, detail, address)
         VALUES (?, 'ada', 'post_updated', ?, 'published', '203.0.113.7')`,
        [AT, `post-${number}`],
      )
    }
  })()
  const folder = join(server.folder, 'data', 'backups')
  mkdirSync(folder, { recursive: true })
  const history = Array.from({ length: last }, (_, index) => {
    const at = new Date(Date.parse(AT) + index * 60_000).toISOString()
    const name = `passwright-${at.replaceAll(':', '-')}.db`
    writeFileSync(join(folder, name), 'x')
    return JSON.stringify({
      name,
      isHere: true,
      kind: 'manual',
      status: 'done',
      startedAt: at,
      milliseconds: 300 + index,
      bytes: 1,
      by: 'ada',
      failure: null,
    } satisfies Backup)
  })
  writeFileSync(join(folder, 'history.jsonl'), `${history.join('\n')}\n`)
}

const LISTS = [
  { name: 'Analyzed websites', path: '/admin/website-analyzer' },
  { name: 'Uploaded files', path: '/admin/settings' },
  { name: 'Audit log', path: '/admin/dashboard?tab=audit' },
  { name: 'Backups', path: '/admin/dashboard?tab=backups' },
]

/** Row heights in whole pixels. */
const heightsIn = (page: Page, name: string) =>
  page
    .getByRole('grid', { name })
    .locator('tbody tr')
    .evaluateAll((rows) => rows.slice(0, 20).map((row) => Math.round(row.getBoundingClientRect().height)))

test('lists have no accessibility violations with 0, 1 and 500 rows', async () => {
  const { server, page, complaints } = await fresh()
  using database = databaseOf(server)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  let filled = 0
  for (const rows of [0, 1, 500]) {
    fill(server, database, filled + 1, rows)
    filled = rows
    for (const { name, path } of LISTS) {
      await page.goto(server.url + path, { waitUntil: 'networkidle' })
      if (rows > 0) await page.getByRole('grid', { name }).waitFor()
      expect({ name, rows, faults: await violationsOnScreens(page) }).toEqual({ name, rows, faults: [] })
      if (rows < 500) continue
      expect({ name, heights: new Set(await heightsIn(page, name)) }).toEqual({
        name,
        heights: new Set([44]),
      })
    }
  }
  expect(complaints).toEqual([])
}, 120_000)

test('j and k move between rows, and Enter opens one', async () => {
  const { server, page, complaints } = await fresh()
  using database = databaseOf(server)
  fill(server, database, 1, 60)
  await page.goto(`${server.url}/admin/website-analyzer`)
  const grid = page.getByRole('grid', { name: 'Analyzed websites' })
  await grid.getByText('site-59.example').first().waitFor()
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Keywords for site-59.example' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Status').selectOption('Failed')
  await page.getByText('20 of 20').waitFor()
  await page.getByRole('button', { name: 'Website', exact: true }).click()
  await page.reload()
  await grid.getByText('site-12.example').first().waitFor()
  expect(await grid.getByRole('rowheader').first().textContent()).toContain('site-12.example')
  await page.goBack()
  await grid.getByRole('rowheader').first().getByText('site-60.example').first().waitFor()
  await page.goBack()
  await page.getByText('50 of 60').waitFor()
  expect(complaints).toEqual([])
})

/** Confirms `question`; expects a single request. */
async function deleteTwo(page: Page, list: { name: string; rows: [string, string]; question: string }) {
  const grid = page.getByRole('grid', { name: list.name })
  for (const row of list.rows) {
    await grid.getByRole('row').filter({ hasText: row }).getByRole('checkbox').check()
  }
  const selected = page.getByRole('region', { name: 'Selected rows' })
  await selected.getByText('2 selected').waitFor()
  await selected.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(list.question).waitFor()
  const answered = page.waitForResponse((response) => response.url().endsWith('/bulk-delete'))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  expect((await answered).status()).toBe(200)
  await selected.waitFor({ state: 'detached' })
  for (const row of list.rows) {
    await grid.getByRole('row').filter({ hasText: row }).waitFor({ state: 'detached' })
  }
}

test('selected analyses are deleted together after one confirmation', async () => {
  const { server, page, complaints } = await fresh()
  using database = databaseOf(server)
  fill(server, database, 1, 4)
  await page.goto(`${server.url}/admin/website-analyzer`)
  await deleteTwo(page, {
    name: 'Analyzed websites',
    rows: ['site-2.example', 'site-4.example'],
    question: 'This will permanently delete 2 website analyses and all their extracted keywords.',
  })
  await toast(page, '2 Analyses Deleted').waitFor()
  await page.getByText('2 of 2').waitFor()
  expect(complaints).toEqual([])
})

test('selected uploads are deleted together after one confirmation', async () => {
  const { server, page, complaints } = await fresh()
  using database = databaseOf(server)
  fill(server, database, 1, 4)
  await page.goto(`${server.url}/admin/settings`)
  await deleteTwo(page, {
    name: 'Uploaded files',
    rows: ['competitors 2.csv', 'competitors 3.csv'],
    question: 'Are you sure you want to delete 2 uploads with 0 keywords? This action cannot be undone.',
  })
  await toast(page, '2 uploads deleted successfully').waitFor()
  await page.getByText('2 of 2').waitFor()
  expect(complaints).toEqual([])
})
