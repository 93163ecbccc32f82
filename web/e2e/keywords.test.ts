import { expect, test } from 'bun:test'
import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Keyword, KeywordStats, KeywordUpload } from '#domain/keywords.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { until } from '#src/testing/time-limits.ts'
import { violations } from './accessibility-violations.ts'
import { callApi, startSetUp, toast } from './administration.ts'
import { untilFigure } from './analyzer.ts'
import { type Server, startServer } from './harness.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: ['keywords', 'keyword_parts', 'keyword_uploads'] })

const PATH = '/api/admin/competitor-keywords'

const chooseCsv = (page: Page, content: string | Buffer, name = 'keywords.csv') =>
  page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(content) })

const currentStep = (page: Page) => page.locator('li[aria-current=step]')

async function openSettings(page: Page, server: Server): Promise<void> {
  await page.goto(`${server.url}/admin/settings`)
  await page.getByText('Choose a CSV file').waitFor()
}

async function uploadsOf(server: Server, token: string): Promise<KeywordUpload[]> {
  return (await callApi(server, 'GET', `${PATH}/batches`, undefined, token)).body
}

async function totalOf(server: Server, token: string): Promise<number> {
  const stats: KeywordStats = (await callApi(server, 'GET', `${PATH}/stats`, undefined, token)).body
  return stats.totalKeywords
}

const lines = (count: number) =>
  Array.from({ length: count }, (_, index) => `keyword ${index},${(index % 120) + 1},${index * 10},${index}`)

const csvOf = (count: number) => `Keyword,Position,Search Volume,Traffic\n${lines(count).join('\n')}\n`

test('a CSV file’s encoding is detected, shown with its first rows, and can be changed', async () => {
  const { server, page } = await fresh()
  await openSettings(page, server)
  // "платье" and "купить платье" in Windows-1251.
  const dress = [0xef, 0xeb, 0xe0, 0xf2, 0xfc, 0xe5]
  const buy = [0xea, 0xf3, 0xef, 0xe8, 0xf2, 0xfc]
  const lines = [...dress, 0x2c, 0x37, 0x0a, ...buy, 0x20, ...dress, 0x2c, 0x39, 0x0a]
  await chooseCsv(page, Buffer.concat([Buffer.from('Keyword,Position\n'), Buffer.from(lines)]))
  const preview = page.getByRole('table', { name: 'First rows of the file' })
  await preview.getByRole('cell', { name: 'купить платье' }).waitFor()
  const encoding = page.getByLabel('Text encoding')
  expect(await encoding.inputValue()).toBe('windows-1251')
  await encoding.selectOption('koi8-r')
  await preview.getByRole('cell', { name: 'ОКЮРЭЕ' }).first().waitFor()
  await encoding.selectOption('Cyrillic (Windows-1251)')
  await preview.getByRole('cell', { name: 'купить платье' }).waitFor()
  await page.getByRole('button', { name: 'Upload 2 keywords' }).click()
  await toast(page, 'Upload Complete!').waitFor()
  await page.getByRole('button', { name: 'View All' }).click()
  await page.getByRole('rowheader', { name: 'купить платье' }).waitFor()
})

test('a CSV file can be previewed, uploaded, listed, sorted, searched and deleted', async () => {
  const { server, page, complaints } = await fresh()
  await openSettings(page, server)
  await page.getByText('Choose one above to begin.').waitFor()
  const extra = 'password vault,-,,\npassword vault,2,5,7\nshort,1\n,1,2,3\n'
  await chooseCsv(page, csvOf(60) + extra)

  await page.getByText('Nothing has been uploaded yet.').waitFor()
  expect(await currentStep(page).textContent()).toBe('2Check the columns')
  expect(await page.getByRole('progressbar').count()).toBe(0)
  await page.locator(':focus', { hasText: /^keywords\.csv$/ }).waitFor()
  expect(await page.getByLabel('Search volume').locator('option:checked').textContent()).toBe('Search Volume')
  const preview = page.getByRole('table', { name: 'First rows of the file' })
  await preview.getByRole('columnheader', { name: 'Search Volume → Search volume' }).waitFor()
  expect(await preview.getByRole('row').count()).toBe(6)
  await page.getByText('Row 64: it has 2 columns instead of 4').waitFor()
  await page.getByText('Row 65: it has no keyword').waitFor()
  expect(await page.getByText('Repeated keywords').locator('..').textContent()).toContain('1')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Upload 62 keywords' }).click()
  await toast(page, 'Upload Complete!').waitFor()
  await toast(page, 'Successfully processed 62 keywords from upload_').waitFor()
  await page.getByText('Uploaded 62 keywords. Rows skipped: 2.').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download skipped rows' }).click()
  expect(readFileSync(await (await saved).path(), 'utf8').split('\r\n')).toEqual([
    'Row,Reason,Keyword,Position,Search Volume,Traffic',
    '64,it has 2 columns instead of 4,short,1',
    '65,it has no keyword,,1,2,3',
  ])
  await page.getByRole('button', { name: 'Upload another file' }).click()
  await page.getByText('Choose a CSV file').waitFor()
  expect(await currentStep(page).textContent()).toBe('1Choose a file')
  await page.getByRole('gridcell', { name: 'Complete', exact: true }).waitFor()
  await untilFigure(page, 'Total Keywords', '62')
  await untilFigure(page, 'CSV Uploads', '1')
  await untilFigure(page, 'Avg Position', '30')
  await untilFigure(page, 'Top Keywords', '10')

  await page.getByRole('button', { name: 'View All' }).click()
  const table = page.getByRole('grid', { name: 'Recent Keywords' })
  await page.getByText('Showing 50 of 62 keywords').waitFor()
  expect(await table.getByRole('row').count()).toBe(51)
  await table.getByRole('button', { name: 'Position' }).click()
  await table
    .getByRole('columnheader', { name: 'Position' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor()
  await page.getByLabel('Search keywords').fill('VAULT')
  await page.getByText('Showing 50 of').waitFor({ state: 'detached' })
  expect(await table.getByRole('rowheader').allTextContents()).toEqual(['password vault', 'password vault'])
  await table.getByRole('gridcell', { name: 'N/A' }).first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Hide' }).click()
  await table.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: /^Delete keywords\.csv, uploaded / }).click()
  await page.getByRole('alertdialog').getByText('Are you sure you want to delete keywords.csv').waitFor()
  await page.getByRole('alertdialog').getByText('with 62 keywords? This action cannot be undone.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Upload deleted successfully').waitFor()
  await page.getByText('No CSV files yet').waitFor()
  await untilFigure(page, 'Total Keywords', '0')
  expect(complaints).toEqual([])
})

test('a file without keywords shows what is wrong, and nothing is sent; columns with unknown names can be assigned manually', async () => {
  const { server, token, page, complaints } = await fresh()
  await openSettings(page, server)
  const expectToast = async (title: string, text: string) => {
    await toast(page, title).waitFor()
    await toast(page, text).waitFor()
    await page.getByText('Choose a CSV file').waitFor()
  }
  await chooseCsv(page, 'Keyword\nshoes\n', 'keywords.txt')
  await expectToast('Invalid file type', 'Please select a CSV file')
  await chooseCsv(page, 'Keyword,Position\n')
  await expectToast('Empty file', 'The CSV file appears to be empty or invalid')
  await chooseCsv(page, Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0x21, 0]))
  await expectToast('Parse error', 'Failed to parse CSV file. Please check the format.')
  const large = join(tmpdir(), `passwright-${crypto.randomUUID()}.csv`)
  writeFileSync(large, '')
  truncateSync(large, 51 * 1024 * 1024)
  try {
    await page.setInputFiles('input[type=file]', large)
    await expectToast('File too large', 'Please select a CSV file smaller than 50MB')
  } finally {
    rmSync(large)
  }
  expect(await uploadsOf(server, token)).toEqual([])

  await chooseCsv(page, 'Begriff;Suchen;Rang\nschuhe;1.300;4\nhüte;2,1K;-\n')
  await page
    .getByText('No keyword column found. Expected one of: Suchbegriff, Suchanfragen, Suchbegriffe.')
    .waitFor()
  await page.getByLabel('Keyword', { exact: true }).selectOption('Begriff')
  const column = (name: string) => page.getByRole('columnheader', { name })
  await column('Begriff → Keyword').waitFor()
  await page.getByLabel('Position').selectOption('Rang')
  await column('Rang → Position').waitFor()
  await column('Suchen Not uploaded').waitFor()
  await page.getByLabel('Search volume').selectOption('Suchen')
  await column('Suchen → Search volume').waitFor()
  await page.getByRole('button', { name: 'Upload 2 keywords' }).click()
  await toast(page, 'Upload Complete!').waitFor()
  const rows: Keyword[] = (await callApi(server, 'GET', PATH, undefined, token)).body
  expect(rows).toMatchObject([
    { keyword: 'schuhe', position: 4, searchVolume: 1300, traffic: null },
    { keyword: 'hüte', position: null, searchVolume: 2100, traffic: null },
  ])
  expect(complaints).toEqual([])
})

test('the progress bar goes through its steps; after a network failure, retrying sends only the rest', async () => {
  const { server, token, page } = await fresh()
  await openSettings(page, server)
  await page.evaluate(() => {
    const seen: string[] = []
    document.body.dataset.seen = ''
    new MutationObserver(() => {
      const percent = document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')
      const hint = document.body.textContent.includes('Large files may take a moment to process...')
      const state = `${percent}${hint ? ' with the hint' : ''}`
      if (percent && seen.at(-1) !== state) seen.push(state)
      document.body.dataset.seen = seen.join(', ')
    }).observe(document.querySelector('main') ?? document, {
      subtree: true,
      childList: true,
      attributeFilter: ['aria-valuenow'],
    })
  })
  let requested = 0
  await page.route(`**${PATH}/upload`, async (route) => {
    requested++
    if (requested !== 2) return route.continue()
    // The part arrives, but its response is lost.
    await route.fetch()
    await page.getByText('Uploading: 1 of 3 parts stored').waitFor()
    await route.abort('connectionreset')
  })
  await chooseCsv(page, csvOf(25_000))
  await page.getByRole('button', { name: 'Upload 25,000 keywords' }).click()
  await toast(page, 'Failed to upload CSV file').waitFor()
  await page.getByText('Stopped: 1 of 3 parts stored').waitFor()
  const seen = await page.evaluate(() => document.body.dataset.seen)
  expect(seen).toBe('10, 30, 60, 80 with the hint, 90 with the hint, 93 with the hint, 93')
  await page.getByRole('gridcell', { name: 'Incomplete: 2 of 3 parts' }).waitFor()
  expect(await totalOf(server, token)).toBe(0)

  await page.getByRole('button', { name: 'Try again' }).click()
  await toast(page, 'Successfully processed 25000 keywords from upload_').waitFor()
  expect(await uploadsOf(server, token)).toMatchObject([
    { count: 25_000, status: 'complete', partsReceived: 3 },
  ])
  expect(requested).toBe(4)
})

test('a canceled upload leaves no rows', async () => {
  const { server, token, page } = await fresh()
  await openSettings(page, server)
  let requested = 0
  await page.route(`**${PATH}/upload`, async (route) => {
    requested++
    if (requested === 1) await route.continue()
  })
  await chooseCsv(page, csvOf(15_000))
  await page.getByRole('button', { name: 'Upload 15,000 keywords' }).click()
  await page.getByText('Uploading: 1 of 2 parts stored').waitFor()
  await until('the second part is being sent', () => requested === 2)
  const deleted = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The upload was canceled.').waitFor()
  expect((await deleted).status()).toBe(200)
  await page.getByText('No CSV files yet').waitFor()
  expect(await uploadsOf(server, token)).toEqual([])
  expect(await totalOf(server, token)).toBe(0)
})

const MEGABYTES = shortOrLong(6, 50)

test('a large file is uploaded whole', async () => {
  const { server, token, page, complaints } = await fresh()
  await openSettings(page, server)
  const file = join(tmpdir(), `passwright-${crypto.randomUUID()}.csv`)
  const count = await writeLargeCsv(file)
  try {
    await page.setInputFiles('input[type=file]', file)
    await page.getByRole('button', { name: `Upload ${count.toLocaleString('en-US')} keywords` }).click()
    await toast(page, `Successfully processed ${count} keywords from upload_`).waitFor()
  } finally {
    rmSync(file)
  }
  expect(await totalOf(server, token)).toBe(count)
  expect(complaints).toEqual([])
})

/** In SEMrush's format, just under MEGABYTES. Returns the number of rows. */
async function writeLargeCsv(path: string): Promise<number> {
  const header =
    'Keyword,Position,Previous position,Search Volume,Keyword Difficulty,CPC,URL,Traffic,Traffic (%),Traffic Cost,Competition,Number of Results,Trends,Timestamp,SERP Features by Keyword,Keyword Intents,Position Type'
  const rest =
    'https://www.example.com/password-generator,40,0.10,55,0.42,118000000,"0.81,0.81,1.00,0.81,0.66,0.54,0.81,0.81,1.00,0.81,0.66,0.54",2026-03-14,"Sitelinks, People also ask",informational,Organic'
  const row = (index: number) =>
    `password ${index},${(index % 100) + 1},4,${index % 90_000},72,1.20,${rest}\n`
  const bytes = MEGABYTES * 1024 * 1024
  const count = Math.floor((bytes - header.length) / row(999_999).length)
  await Bun.write(path, [header, '\n', ...Array.from({ length: count }, (_, index) => row(index))].join(''))
  return count
}

const ROWS = shortOrLong(2_000, 5_000)

test('a server killed during an upload has every acknowledged part and no partial ones', async () => {
  await using server = await startSetUp()
  const { token } = server.login
  const parts = 5
  const send = (to: Server, part: number) => {
    const csvData = Array.from({ length: ROWS }, (_, index) => ({ Keyword: `part ${part} row ${index}` }))
    return callApi(
      to,
      'POST',
      `${PATH}/upload`,
      { uploadBatch: 'upload_1_killed', part, parts, csvData },
      token,
    )
  }
  for (let part = 1; part <= 3; part++) expect((await send(server, part)).body.count).toBe(ROWS)
  const written = () => statSync(join(server.folder, 'data', 'passwright.db-wal')).mtimeMs
  const before = written()
  const fourth = send(server, 4).then(
    () => 1,
    () => 0,
  )
  await until('rows of the fourth part are written', () => written() !== before)
  await server.stop('SIGKILL')
  const acknowledged = 3 + (await fourth)

  await using restarted = await startServer({ folder: server.folder })
  const [upload] = await uploadsOf(restarted, token)
  expect(upload?.partsReceived).toBeGreaterThanOrEqual(acknowledged)
  expect(upload?.count).toBe((upload?.partsReceived ?? 0) * ROWS)
  for (let part = 1; part <= parts; part++) expect((await send(restarted, part)).body.count).toBe(ROWS)
  expect(await uploadsOf(restarted, token)).toMatchObject([{ count: parts * ROWS, status: 'complete' }])
  const found = await callApi(restarted, 'GET', `${PATH}?search=row ${ROWS - 1}&limit=1000`, undefined, token)
  expect(found.body).toHaveLength(parts)
})
