import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { violationsOnScreens } from './accessibility-violations.ts'
import { openDatabase } from './administration.ts'
import { addAnalysis } from './analyses.ts'
import { keywords } from './analyzer.ts'
import { addBackups } from './backup-history.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: ['analyses', 'keyword_uploads'] })

const AT = '2026-03-14T12:00:00.000Z'

function fillAnalyses(database: Database, count: number): void {
  database.transaction(() => {
    for (let number = 1; number <= count; number++) {
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
    }
  })()
}

function fillUploads(database: Database, count: number): void {
  database.transaction(() => {
    for (let number = 1; number <= count; number++) {
      database.run(
        `INSERT INTO keyword_uploads (batch, parts, uploaded_at, completed_at, file_name) VALUES (?, 2, ?, ?, ?)`,
        [`upload_${number}`, AT, number % 3 === 0 ? null : AT, `competitors ${number}.csv`],
      )
    }
  })()
}

function fillAuditLog(database: Database, count: number): void {
  database.transaction(() => {
    for (let number = 1; number <= count; number++) {
      database.run(
        `INSERT INTO audit_entries (at, actor, action, subject, detail, address)
         VALUES (?, 'ada', 'post_updated', ?, 'published', '203.0.113.7')`,
        [AT, `post-${number}`],
      )
    }
  })()
}

const LISTS = [
  { name: 'Analyzed websites', path: '/admin/website-analyzer' },
  { name: 'Uploaded files', path: '/admin/settings' },
  { name: 'Audit log', path: '/admin/dashboard?tab=audit' },
  { name: 'Backups', path: '/admin/dashboard?tab=backups' },
]

/** Each kind of row, and more than the first page of uploads; axe takes time for each row. */
const ROWS = 11

test('empty and long lists have no accessibility violations, and all rows are equally high', async () => {
  const { server, page, complaints } = await fresh()
  await page.goto(`${server.url}/admin/website-analyzer`)
  await page.getByText('No websites analyzed yet').waitFor()
  expect(await violationsOnScreens(page)).toEqual([])
  using database = openDatabase(server)
  fillAnalyses(database, ROWS)
  fillUploads(database, ROWS)
  fillAuditLog(database, ROWS)
  addBackups(server, ROWS)
  for (const { name, path } of LISTS) {
    await page.goto(server.url + path)
    const rows = page.getByRole('grid', { name }).locator('tbody tr')
    await rows.nth(9).waitFor()
    expect({ name, faults: await violationsOnScreens(page) }).toEqual({ name, faults: [] })
    const pixels = await rows.evaluateAll((all) =>
      all.map((row) => Math.round(row.getBoundingClientRect().height)),
    )
    expect({ name, pixels: new Set(pixels) }).toEqual({ name, pixels: new Set([44]) })
    if (name === 'Uploaded files') await page.getByRole('button', { name: 'Show more' }).waitFor()
  }
  expect(complaints).toEqual([])
})

test('the menu of a row opens by keyboard and mouse', async () => {
  const { server, page, complaints } = await fresh()
  using database = openDatabase(server)
  fillAnalyses(database, 2)
  await page.goto(`${server.url}/admin/website-analyzer`)
  const menu = page.getByRole('button', { name: /^More actions for / }).first()
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.locator('[role=menuitem]:focus').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await page.locator('[aria-label^="More actions for "]:focus').waitFor()
  await menu.click()
  await page.getByRole('menu').waitFor()
  await menu.click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('j and k move between rows, and Enter opens one', async () => {
  const { server, page, complaints } = await fresh()
  using database = openDatabase(server)
  fillAnalyses(database, 60)
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
  const first = grid.getByRole('rowheader').first()
  await first.getByText('site-12.example').first().waitFor()
  await page.reload()
  await first.getByText('site-12.example').first().waitFor()
  await page.goBack()
  await first.getByText('site-60.example').first().waitFor()
  await page.goBack()
  await page.getByText('50 of 60').waitFor()
  expect(complaints).toEqual([])
})
