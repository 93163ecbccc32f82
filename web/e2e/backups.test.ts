import { expect, test } from 'bun:test'
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import type { Backup } from '#domain/backups.ts'
import { verifyDatabase } from '#src/db/verify.ts'
import { violations } from './accessibility-violations.ts'
import { anHourAgo, confirmPassword, setProofs, toast } from './administration.ts'
import { addBackups } from './backup-history.ts'
import { runExecutable, type Server } from './harness.ts'
import { shareSession } from './shared-session.ts'

const fresh = shareSession({ tables: [] })

const PATH = '/api/admin/backups'

const table = (page: Page) => page.getByRole('grid', { name: 'Backups' })

/** Without backups. */
async function freshBackups() {
  const session = await fresh()
  rmSync(join(dataOf(session.server), 'backups'), { recursive: true, force: true })
  return session
}

async function openBackups(page: Page, server: Server): Promise<void> {
  await page.goto(`${server.url}/admin/dashboard?tab=backups`)
  await page.getByRole('heading', { name: 'Backups', level: 1 }).waitFor()
}

/** Lists the next backup as the server does when it starts, until `end`. */
async function keepRunning(page: Page) {
  const started: unknown[] = []
  let isRunning = true
  const hold = async (route: Route) => {
    if (route.request().method() === 'GET') {
      if (isRunning && started.length > 0) return route.fulfill({ json: started })
      return route.continue()
    }
    const response = await route.fetch()
    started.push(await response.json())
    await route.fulfill({ response })
  }
  await page.route(`**${PATH}`, hold)
  return {
    end: () => {
      isRunning = false
    },
  }
}

const dataOf = (server: Server) => join(server.folder, 'data')

async function verify(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Verify' }).click()
}

test('a super admin creates a backup, sees it running, downloads and deletes it', async () => {
  const { server, page, complaints } = await freshBackups()
  await openBackups(page, server)
  await page.getByText('No backups yet').waitFor()
  await page.getByText('A backup is made every night, and the last 7 are kept.').waitFor()
  expect(await violations(page)).toEqual([])

  const running = await keepRunning(page)
  await page.getByRole('button', { name: 'Back up now' }).click()
  const busy = page.getByRole('button', { name: 'Backing up…' })
  await table(page).getByRole('gridcell', { name: 'Running' }).waitFor()
  expect(await busy.isDisabled()).toBe(true)
  running.end()
  await toast(page, 'Backup finished').waitFor()
  await page.getByRole('button', { name: 'Back up now' }).waitFor()
  await table(page).getByRole('gridcell', { name: 'Completed' }).waitFor()
  await table(page).getByRole('gridcell', { name: /KB$/ }).waitFor()
  await table(page).getByRole('gridcell', { name: 'On demand, ada' }).waitFor()
  await page
    .getByRole('contentinfo')
    .getByText(/ · Last backup \w/)
    .waitFor()

  const [name = ''] = readdirSync(join(dataOf(server), 'backups')).filter((file) => file.endsWith('.db'))
  const coming = page.waitForEvent('download')
  await table(page)
    .getByRole('button', { name: `Download ${name}` })
    .click()
  const download = await coming
  expect(download.suggestedFilename()).toBe(name)
  const path = await download.path()
  expect((await verifyDatabase(path)).counts.users).toBe(1)
  expect(readFileSync(path).equals(readFileSync(join(dataOf(server), 'backups', name)))).toBe(true)

  setProofs(server, anHourAgo())
  await verify(page, name)
  const check = page.getByRole('dialog', { name: 'Verify backup' })
  await check.getByText('This backup is complete and undamaged.').waitFor()
  await check.getByText('1 in users').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Are you sure you want to delete the backup from').waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await confirmPassword(page)
  await toast(page, 'Backup deleted successfully').waitFor()
  await page.getByText('No backups yet').waitFor()

  await page.goto(`${server.url}/admin/dashboard?tab=audit`)
  for (const action of ['Backup made', 'Backup downloaded', 'Backup verified', 'Backup deleted']) {
    await page.getByRole('gridcell', { name: action }).waitFor()
  }
  expect(complaints.filter((complaint) => !complaint.includes('status of 403'))).toEqual([])
})

test('backups can be sorted by column and deleted together', async () => {
  const { server, page, complaints } = await freshBackups()
  const names = addBackups(server, 3)
  const files = () => readdirSync(join(dataOf(server), 'backups')).filter((file) => file.endsWith('.db'))
  await openBackups(page, server)
  const shown = async () => {
    const rows = await table(page).getByRole('row').allInnerTexts()
    return rows.flatMap((text) => names.filter((name) => text.includes(name)))
  }
  await table(page)
    .getByText(names[0] ?? '')
    .waitFor()
  expect(await shown()).toEqual(names.toReversed())
  await table(page).getByRole('button', { name: 'Time' }).click()
  await table(page).locator('[aria-sort=ascending]').waitFor()
  expect(new URL(page.url()).searchParams.get('sort')).toBe('startedAt')
  expect(await shown()).toEqual(names)
  await page.reload()
  await table(page)
    .getByText(names[0] ?? '')
    .waitFor()
  expect(await shown()).toEqual(names)

  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  const selected = page.getByRole('region', { name: 'Selected rows' })
  await selected.getByText('2 selected').waitFor()
  await selected.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete backups' })
  await dialog.getByText('Are you sure you want to delete 2 backups?').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await toast(page, '2 backups deleted successfully').waitFor()
  await selected.waitFor({ state: 'detached' })
  expect(files()).toEqual(names.slice(2))
  await page.getByText('1 of 1').waitFor()

  await verify(page, names[2] ?? '')
  const check = page.getByRole('dialog', { name: 'Verify backup' })
  await check
    .getByText('This backup can’t be restored. The copy is empty: it has no Passwright tables.')
    .waitFor()
  expect(complaints).toEqual([])
})

test('a failed backup is listed with its reason', async () => {
  const { server, page, complaints } = await freshBackups()
  const failed = await runExecutable(['backup', '--to', 'no/such/folder/a.db'], { cwd: server.folder })
  expect([failed.status, failed.out]).toEqual([2, ''])
  await openBackups(page, server)
  await table(page).getByRole('gridcell', { name: 'Failed' }).waitFor()
  await table(page).getByRole('gridcell', { name: 'On demand, command line' }).waitFor()
  await table(page).getByRole('gridcell', { name: "The folder doesn't exist." }).waitFor()
  const failure = table(page).getByRole('row').filter({ hasText: "The folder doesn't exist." })
  expect(await failure.getByRole('button').count()).toBe(0)
  await failure.getByRole('checkbox').check()
  const deletion = page.getByRole('region', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' })
  expect(await deletion.isDisabled()).toBe(true)
  expect(await violations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await table(page).getByText("The folder doesn't exist.").waitFor()
  expect(await table(page).getByRole('columnheader').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await violations(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('a failed daily backup is made again from its row', async () => {
  const { server, page, complaints } = await freshBackups()
  const [file = ''] = addBackups(server, 1)
  const failed = {
    name: null,
    isHere: false,
    kind: 'daily',
    status: 'failed',
    startedAt: '2026-03-15T03:30:00.000Z',
    milliseconds: 20,
    bytes: null,
    by: 'daily schedule',
    failure: 'The disk is full.',
  } satisfies Backup
  appendFileSync(join(dataOf(server), 'backups', 'history.jsonl'), `${JSON.stringify(failed)}\n`)
  await openBackups(page, server)
  const row = table(page).getByRole('row').filter({ hasText: 'The disk is full.' })
  await row.getByRole('button', { name: /^Retry/ }).click()
  await toast(page, 'Backup finished').waitFor()
  await table(page)
    .getByText(/^passwright-daily-/)
    .waitFor()
  const files = readdirSync(join(dataOf(server), 'backups')).filter((name) => name.endsWith('.db'))
  expect(files.sort()).toEqual([file, expect.stringMatching(/^passwright-daily-/)])
  expect(complaints).toEqual([])
})

test('an error appears if a backup can’t start or the list can’t load, and the list can be reloaded', async () => {
  const { server, page } = await freshBackups()
  writeFileSync(join(dataOf(server), 'backups'), 'a file in the way')
  await page.route(`**${PATH}`, (route) => route.abort(), { times: 1 })
  await openBackups(page, server)
  await page.getByRole('alert').getByText('The backups could not be loaded').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No backups yet').waitFor()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await toast(page, 'Failed to start the backup').waitFor()
  await toast(page, "The backup folder isn't writable").waitFor()
})
