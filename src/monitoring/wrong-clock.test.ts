import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { backupName } from '#domain/backups.ts'
import { deleteOldDaily } from '#src/backups/folder.ts'
import { insertContact, readUsed } from '#src/contacts/store.ts'
import type { Database } from '#src/db/database.ts'
import { sessions, users, visitorSalts } from '#src/db/schema.ts'
import { createLog } from '#src/log.ts'
import { createPersonalToken, findPersonalToken } from '#src/personal-tokens/store.ts'
import { createPreview } from '#src/posts/previews.ts'
import { findSession } from '#src/sessions/store.ts'
import { actor } from '#src/testing/actor.ts'
import { dataFolder } from '#src/testing/data-folder.ts'
import { embedded } from '#src/testing/engines.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makePublished } from '#src/testing/make-post.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { createPasswordLink, findLinkOwner } from '#src/users/password-links.ts'
import { CORRECTED, correctMoments } from './wrong-clock.ts'

const daysFromNoon = (days: number) => new Date(NOON.getTime() + days * 86_400_000)
const AHEAD = daysFromNoon(400)

/** Records of the past, and one schedule that people set. */
const NOT_COMPARED = [
  'analyses.analyzed_at',
  'analyses.created_at',
  'analyses.requested_at',
  'analysis_runs.at',
  'images.created_at',
  'keyword_uploads.completed_at',
  'keyword_uploads.uploaded_at',
  'notice_channels.last_failed_at',
  'notice_channels.last_sent_at',
  'passkeys.last_used_at',
  'personal_tokens.created_at',
  'post_revisions.saved_at',
  'posts.created_at',
  'posts.publish_at',
  'posts.published_at',
  'posts.text_saved_at',
  'posts.updated_at',
  'prompts.created_at',
  'redirects.created_at',
  'server_facts.noted_at',
  'users.created_at',
  'users.last_login',
]
/** The code that compares these takes care itself. */
const HANDLED_THERE = [
  'audit_entries.at',
  'contacts.created_at',
  'images.unused_since',
  'password_links.expires_at',
  'personal_tokens.expires_at',
  'previews.expires_at',
  'rate_limits.expires_at',
  'rate_limits.free_at',
  'users.second_step_due_at',
]
/** One to come is kept longer, or counts as recent. */
const HARMLESS = ['new_browsers.at', 'notices.at', 'passkeys.created_at', 'used_challenges.expires_at']

const MOMENT = /^at$|_(?:at|until|since|login|period|scheduled)$/

const columnsOf = (db: Database) =>
  db.values<[table: string, column: string, type: string]>(`
    SELECT tables.name, columns.name, columns.type
    FROM pragma_table_list AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.schema = 'main'`)

test('each column with a moment is corrected, is handled where it is compared, or is never compared', async () => {
  await using opened = await embedded()
  const columns = await columnsOf(await opened.migrated())
  const moments = columns.filter(([, column]) => MOMENT.test(column))
  const names = moments.map(([table, column]) => `${table}.${column}`)
  expect(names.sort()).toEqual([...CORRECTED, ...HANDLED_THERE, ...HARMLESS, ...NOT_COMPARED].sort())
})

test('moments that were written 400 days ahead are set to the latest possible one, others stay', async () => {
  await using opened = await embedded()
  const db = await opened.migrated()
  const columns = await columnsOf(db)
  await db.run('PRAGMA foreign_keys = OFF')
  await db.run('PRAGMA ignore_check_constraints = ON')
  const tables = [...new Set(CORRECTED.map((name) => name.split('.')[0] ?? ''))].filter(
    (table) => table !== 'migrations',
  )
  const insert = async (key: number, at: Date) => {
    for (const table of tables) {
      const own = columns.filter(([name]) => name === table)
      const values = own.map(([, column, type]) => {
        if (column === 'last_period') return Math.floor(at.getTime() / 30_000)
        if (MOMENT.test(column)) return at.toISOString()
        return type === 'BLOB' ? Buffer.from([key]) : type === 'TEXT' ? String(key) : key
      })
      await db.run(sql`INSERT INTO ${sql.identifier(table)} VALUES (${sql.join(values, sql`, `)})`)
    }
  }
  await insert(1, AHEAD)
  await insert(2, NOON)
  const read = () =>
    Promise.all(
      CORRECTED.filter((name) => !name.startsWith('migrations')).map(async (name) => {
        const [table = '', column = ''] = name.split('.')
        const rows = await db.values<[string | number]>(`SELECT ${column} FROM ${table} ORDER BY 1`)
        return { name, values: rows.map(([value]) => value) }
      }),
    )
  const before = await read()
  const lines: string[] = []
  const log = createLog({ format: 'json', now: () => NOON, write: (line) => lines.push(line) })
  const correct = () =>
    correctMoments({ db, log, now: () => NOON }, (milliseconds) => {
      return sql`${new Date(NOON.getTime() + milliseconds).toISOString()}`
    })
  await correct()
  const after = await read()
  for (const [index, { name, values }] of after.entries()) {
    expect([name, values.includes(before[index]?.values[0] ?? '')]).toEqual([name, true])
    const latest = name.startsWith('totp') ? NOON.getTime() / 30_000 : daysFromNoon(366).toISOString()
    expect([name, values.every((value) => String(value) <= String(latest))]).toEqual([name, true])
  }
  await correct()
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"the clock was wrong: moments in the future were corrected"')
})

test('after a clock was 400 days ahead, sessions end in time and visitors are told apart by a new salt', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  clock.now = AHEAD
  const { authorization } = await makeUser(app, 'admin', 'ada')
  const view = () =>
    app.call('/', { headers: { 'user-agent': 'Mozilla/5.0 Firefox/140.0', accept: 'text/html' } })
  await view()
  await app.counter.flush()
  const salts = async () => (await app.db.select().from(visitorSalts)).map(({ day }) => day)
  expect(await salts()).toEqual([AHEAD.toISOString().slice(0, 10)])

  clock.now = NOON
  await correctMoments(app)
  await view()
  await app.counter.flush()
  expect(await salts()).not.toContain(AHEAD.toISOString().slice(0, 10))
  const account = () => app.call('/api/admin/account', { headers: { authorization } })
  expect((await account()).status).toBe(200)
  clock.now = daysFromNoon(8)
  expect((await account()).status).toBe(401)
  expect(await app.db.$count(sessions)).toBe(1)
})

test('what was issued while a clock was 400 days ahead is refused, and delays no messages', async () => {
  const clock = { now: AHEAD }
  const app = await testApp({ clock })
  const { user } = await makeUser(app, 'super_admin', 'ada')
  const by = { ...actor, userId: user.id, name: 'ada' }
  const { token } = await createPersonalToken(app.db, by, { name: 'a', permissions: [], days: 1 }, clock.now)
  const post = await makePublished(app.db)
  const { path } = await createPreview(app.db, by, post.id, clock.now)
  const link = await createPasswordLink(app.db, by, user.id, clock.now)
  await app.db.update(users).set({ secondStepDueAt: AHEAD.toISOString() })
  const contact = { name: 'A', email: 'a@example.com', subject: 'Hi', message: 'A message', reference: '' }
  await app.db.transaction((tx) => insertContact(tx, contact, 'new', clock.now))
  clock.now = NOON
  expect(await findPersonalToken(app.db, token, NOON)).toBe(null)
  expect((await app.call(path)).status).toBe(404)
  await expect(findLinkOwner(app.db, link.path.split('#')[1] ?? '', NOON)).rejects.toThrow()
  const at = NOON.toISOString()
  await app.db.insert(sessions).values({ id: 'new', userId: user.id, createdAt: at, lastUsedAt: at })
  expect(await findSession(app.db, 'new', NOON)).toMatchObject({ mustSetUpSecondStep: true })
  expect(await app.db.transaction((tx) => readUsed(tx, NOON))).toMatchObject({ newInHour: 0 })
})

test('backups that a wrong clock dated ahead neither replace others nor stop missed ones from being made', async () => {
  using folder = await dataFolder()
  const clock = { now: daysFromNoon(2) }
  await using opened = folder.open()
  const app = await testApp({
    clock,
    engine: opened.engine,
    dataDir: folder.path,
    settings: { backupKeep: 2 },
  })
  mkdirSync(folder.backups)
  const ahead = backupName('daily', AHEAD)
  writeFileSync(join(folder.backups, ahead), '')
  await app.backups.makeMissed()
  const daily = () =>
    readdirSync(folder.backups)
      .filter((name) => name.includes('daily'))
      .sort()
  const made = backupName('daily', clock.now)
  expect(daily()).toEqual([made, ahead])
  expect(app.backups.last()?.name).toBe(made)
  await app.backups.makeMissed()
  expect(daily()).toEqual([made, ahead])
  expect(app.lines.join()).toContain('backups dated in the future are ignored')
})

test('old backups are counted without those dated ahead', () => {
  using folder = temporaryFolder()
  const names = [1, 2, 3, 401, 402].map((day) => backupName('daily', daysFromNoon(day)))
  for (const name of names) writeFileSync(join(folder.path, name), '')
  deleteOldDaily(folder.path, 2, daysFromNoon(3))
  expect(readdirSync(folder.path).sort()).toEqual(names.slice(1))
})
