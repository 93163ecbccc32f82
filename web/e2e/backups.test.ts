import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Backup } from '#domain/backups.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { MIGRATIONS, migrate } from '#src/db/migrate.ts'
import { verifyDatabase } from '#src/db/verify.ts'
import { dumpCopied } from '#src/testing/data-folder.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { addUser, callApi, setUp, signIn, toast } from './administration.ts'
import { faults } from './faults.ts'
import { runExecutable, type Server, startServer, visitor } from './harness.ts'

const PATH = '/api/admin/backups'

const table = (page: Page) => page.getByRole('grid', { name: 'Backups' })

async function openBackups(page: Page, server: Server): Promise<void> {
  await signIn(page, server, 'ada')
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Backups' }).click()
  await page.getByRole('heading', { name: 'Backups', level: 1 }).waitFor()
}

/** Writes a letter, and answers whether the server took it. */
async function write(server: Server, subject: string): Promise<boolean> {
  const letter = { name: 'Ada', email: 'ada@example.com', subject, message: 'Hello' }
  const response = await fetch(`${server.url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(letter),
  })
  return response.status === 201
}

const dataOf = (server: Server) => join(server.folder, 'data')
const databaseOf = (server: Server) => join(dataOf(server), 'passwright.db')

test('a super admin makes a backup, downloads it and deletes it', async () => {
  await using server = await startServer()
  await setUp(server)
  await using visit = await visitor()
  const { page } = visit
  await openBackups(page, server)
  await page.getByText('No backups yet').waitFor()
  await page.getByText('A backup is made every night, and the last 7 are kept.').waitFor()
  expect(await faults(page)).toEqual([])

  await page.getByRole('button', { name: 'Back up now' }).click()
  await toast(page, 'Backup finished').waitFor()
  await table(page).getByRole('gridcell', { name: 'Good' }).waitFor()
  await table(page).getByRole('gridcell', { name: /KB$/ }).waitFor()
  await table(page).getByRole('gridcell', { name: 'On demand, ada' }).waitFor()
  await page
    .getByRole('contentinfo')
    .getByText(/ · Last backup \w/)
    .waitFor()
  expect(await faults(page)).toEqual([])

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

  await page.getByRole('button', { name: `More actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('Are you sure you want to delete the backup of').waitFor()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Backup deleted successfully').waitFor()
  await page.getByText('No backups yet').waitFor()

  await page.goto(`${server.url}/admin/dashboard?tab=audit`)
  for (const action of ['Backup made', 'Backup downloaded', 'Backup deleted']) {
    await page.getByRole('gridcell', { name: action }).waitFor()
  }
  expect(visit.complaints).toEqual([])
})

test('while a large backup runs the button waits and the list says so', async () => {
  await using server = await startServer()
  await setUp(server)
  const sqlite = new Database(databaseOf(server))
  sqlite.run('PRAGMA busy_timeout = 5000')
  sqlite.run('CREATE TABLE ballast (x)')
  sqlite.run(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
    INSERT INTO ballast SELECT randomblob(4000) FROM n`)
  sqlite.close()
  await using visit = await visitor()
  const { page } = visit
  await openBackups(page, server)
  await page.getByRole('button', { name: 'Back up now' }).click()
  const busy = page.getByRole('button', { name: 'Backing up…' })
  await busy.waitFor()
  await table(page).getByRole('gridcell', { name: 'Running' }).waitFor()
  expect(await busy.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Back up now' }).waitFor({ timeout: 60_000 })
  await table(page).getByRole('gridcell', { name: 'Good' }).waitFor()
  expect(visit.complaints).toEqual([])
})

test('a backup that failed stands in the list with its reason', async () => {
  await using server = await startServer()
  await setUp(server)
  const failed = await runExecutable(['backup', '--to', 'no/such/folder/a.db'], { cwd: server.folder })
  expect([failed.status, failed.out]).toEqual([2, ''])
  await using visit = await visitor()
  const { page } = visit
  await openBackups(page, server)
  await table(page).getByRole('gridcell', { name: 'Failed' }).waitFor()
  await table(page).getByRole('gridcell', { name: 'On demand, command line' }).waitFor()
  await table(page).getByRole('gridcell', { name: 'The folder is not there.' }).waitFor()
  expect(await table(page).getByRole('button').count()).toBe(0)
  expect(await faults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await table(page).getByText('The folder is not there.').waitFor()
  expect(await table(page).getByRole('columnheader').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await faults(page)).toEqual([])
  expect(visit.complaints).toEqual([])
})

test('a backup that can’t be started is told, and the list may be asked for again', async () => {
  await using server = await startServer()
  await setUp(server)
  writeFileSync(join(dataOf(server), 'backups'), 'a file in the way')
  await using visit = await visitor()
  const { page } = visit
  await page.route(`**${PATH}`, (route) => route.abort(), { times: 1 })
  await openBackups(page, server)
  await page.getByRole('alert').getByText('The backups could not be loaded').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No backups yet').waitFor()
  await page.getByRole('button', { name: 'Back up now' }).click()
  await toast(page, 'Failed to start the backup').waitFor()
  await toast(page, "The folder of backups can't be written").waitFor()
})

test('for others the entry is disabled, and the address tells them why', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  await addUser(server, token, 'moderator')
  await using visit = await visitor()
  const { page } = visit
  await signIn(page, server, 'moderator')
  expect(await page.getByRole('link', { name: 'Backups' }).isDisabled()).toBe(true)
  await page.goto(`${server.url}/admin/dashboard?tab=backups`)
  await page.getByRole('main').getByText('Super admins only').waitFor()
  expect(await page.getByRole('button', { name: 'Back up now' }).count()).toBe(0)
})

test('a site is backed up while it runs, killed, restored and started again as it was', async () => {
  await using server = await startServer()
  const token = await setUp(server)
  const run = (...args: string[]) => runExecutable(args, { cwd: server.folder })
  const open = await callApi(server, 'GET', PATH, undefined, token)
  expect([open.status, open.body]).toEqual([200, []])
  expect(await write(server, 'before')).toBe(true)
  const made = await run('backup', '--to', 'kept.db')
  expect([made.status, made.err]).toEqual([0, ''])
  expect(made.out).toMatch(
    /^Backed up to \S+kept\.db: \d+ KB in \d+ ms\. It holds audit entries 2, contacts 1, users 1\.\n$/,
  )
  const kept = join(server.folder, 'kept.db')
  expect((statSync(kept).mode & 0o777).toString(8)).toBe('600')
  expect(await write(server, 'after')).toBe(true)

  const held = await run('restore', 'kept.db', '--yes')
  expect([held.status, held.err]).toEqual([
    2,
    `passwright: The data folder ${dataOf(server)} is in use by another running server.\n`,
  ])
  expect((await run('restore', 'kept.db', '--check')).status).toBe(0)
  const { folder } = server
  await server.stop('SIGKILL')
  expect(statSync(`${databaseOf(server)}-wal`).size).toBeGreaterThan(0)

  const unasked = await run('restore', 'kept.db')
  expect([unasked.status, unasked.err]).toEqual([
    2,
    'passwright: There is no terminal to ask whether you are sure: use --yes.\n',
  ])
  const restored = await run('restore', 'kept.db', '--yes')
  expect([restored.status, restored.err]).toEqual([0, ''])
  expect(restored.out).toContain('Everyone has to sign in again.')
  expect(dumpCopied(databaseOf(server))).toEqual(dumpCopied(kept))

  await using again = await startServer({ folder })
  expect((await callApi(again, 'GET', PATH, undefined, token)).status).toBe(401)
  const { body } = await callApi(again, 'POST', '/api/admin/login', {
    username: 'ada',
    password: 'an owl in the attic',
  })
  const letters = await callApi(again, 'GET', '/api/admin/contacts', undefined, body.token)
  expect(letters.body).toMatchObject([{ subject: 'before' }])
  const backups: Backup[] = (await callApi(again, 'GET', PATH, undefined, body.token)).body
  expect(backups.map(({ kind, by, status }) => [kind, by, status])).toEqual([
    ['before-restore', null, 'done'],
    ['manual', 'command line', 'done'],
  ])
})

test('an older database is copied and brought up to date at the start, and the way back is open', async () => {
  using folder = temporaryFolder()
  const data = join(folder.path, 'data')
  mkdirSync(data)
  const engine = openEmbedded(join(data, 'passwright.db'))
  const older = MIGRATIONS.slice(0, 2)
  await migrate(engine, { now: () => new Date(0), migrations: older })
  await engine.close()
  const before = dumpCopied(join(data, 'passwright.db'))

  await using server = await startServer({ folder: folder.path })
  const copy = join(data, 'backups', 'passwright-before-upgrade-2.db')
  expect(server.output()).toContain('database brought up to date')
  expect(server.output()).toContain(copy)
  expect(dumpCopied(copy)).toEqual(before)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  await server.stop()

  const checked = await runExecutable(['restore', copy, '--check'], { cwd: folder.path })
  expect(checked.out).toContain(`by an older release (version 2, now ${MIGRATIONS.at(-1)?.id})`)
  const bad = join(folder.path, 'bad.db')
  writeFileSync(bad, readFileSync(copy))
  appendFileSync(bad, 'x')
  const refused = await runExecutable(['restore', bad, '--yes'], { cwd: folder.path })
  expect([refused.status, refused.err]).toEqual([
    2,
    `passwright: ${bad} is damaged: it is not as it was made.\n`,
  ])
})
