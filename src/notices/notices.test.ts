import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { type ChannelState, SOME_REFUSED } from '#domain/notices.ts'
import { createBackups } from '#src/backups/backups.ts'
import { contacts, notices } from '#src/db/schema.ts'
import { DAY, DOWN, HOUR, signedInApp } from '#src/testing/analysis-app.ts'
import { ENGINES } from '#src/testing/engines.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { makeUser, PASSWORD } from '#src/testing/make-user.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import type { Digest } from './digest.ts'
import type { Sender } from './notices.ts'
import { claimDelivery, deleteOldNotices, recordNotice, setUpChannels } from './store.ts'

const MINUTE = 60_000
const LETTER = { name: 'Eve', email: 'eve@example.com', subject: '<!channel> secret', message: 'Read me' }

type Mailbox = { sender: Sender; digests: Digest[]; failure: string | null }

/** Records digests, or fails on demand. */
function mailbox(channel: Sender['channel'] = 'email', pauseMs = 15 * MINUTE): Mailbox {
  const box: Mailbox = {
    digests: [],
    failure: null,
    sender: {
      channel,
      target: 'ops@example.com',
      format: null,
      pauseMs,
      send: async (digest) => {
        if (box.failure === null) box.digests.push(digest)
        return box.failure
      },
    },
  }
  return box
}

async function told(...boxes: Mailbox[]) {
  const clock = { now: NOON }
  const settings = { siteUrl: 'https://example.com' }
  const senders = boxes.map(({ sender }) => sender)
  const app = await testApp({ clock, settings, senders })
  const later = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds)
    return app.notices.sendDue()
  }
  const write = (from = '192.0.2.1') => app.call('/api/contact', { json: LETTER, from })
  return { app, later, write }
}

async function stateOf(app: TestApp): Promise<ChannelState[]> {
  const { authorization } = await makeUser(app, 'admin', `admin-${app.clock.now.getTime()}`)
  return (await app.call('/api/admin/notices', { headers: { authorization } })).json()
}

const titles = ({ digests }: Mailbox) => digests.map(({ title }) => title)

test('notices of new messages contain a count but no visitor input', async () => {
  const box = mailbox()
  const { write, later } = await told(box)
  for (let count = 0; count < 3; count++) expect((await write()).status).toBe(201)
  await later(0)
  expect(box.digests).toEqual([
    {
      id: '1-3',
      title: '3 new messages',
      lines: [{ text: '3 new messages', url: 'https://example.com/admin/dashboard?tab=contacts' }],
    },
  ])
})

test.each(ENGINES)('%s keeps notices until they are sent', async (_name, open) => {
  await using opened = await open()
  const box = mailbox()
  const app = await testApp({ engine: opened.engine, senders: [box.sender] })
  box.failure = 'The mail server took too long.'
  const write = (from: string) => app.call('/api/contact', { json: LETTER, from })
  await write('192.0.1.1')
  for (const [table, columns] of [
    ['contacts', 'name, email, subject, message, created_at'],
    ['notices', 'at, kind'],
  ]) {
    await app.db.run(`INSERT INTO ${table} (${columns}) SELECT ${columns}
      FROM ${table}, (SELECT 1 FROM sqlite_schema a, sqlite_schema b LIMIT 98)`)
  }
  await write('192.0.2.1')
  await write('192.0.3.1')
  await app.notices.sendDue()
  app.clock.now = new Date(NOON.getTime() + MINUTE)
  box.failure = null
  await app.notices.sendDue()
  await deleteOldNotices(app.db, app.clock.now)
  expect(titles(box)).toEqual(['100 new messages'])
  expect(await app.db.$count(notices)).toBe(0)
})

test('at most one email is sent per 15 minutes', async () => {
  const box = mailbox()
  const { write, later } = await told(box)
  await write()
  await later(0)
  await write()
  await write()
  await later(15 * MINUTE - 1)
  expect(titles(box)).toEqual(['A new message'])
  await later(1)
  expect(titles(box)).toEqual(['A new message', '2 new messages'])
  await later(DAY)
  expect(box.digests.length).toBe(2)
})

test('held-back messages and bots cause no notice', async () => {
  const box = mailbox()
  const { app, write, later } = await told(box)
  await app.call('/api/contact', { json: { ...LETTER, reference: 'x' } })
  for (let number = 0; number < 100; number++) await write(`192.0.${number}.1`)
  await write('198.51.100.1')
  expect(await app.db.$count(contacts)).toBe(101)
  await later(0)
  expect(titles(box)).toEqual(['100 new messages'])
})

test("a sign-in from a new browser sends a notice with the username; first and later ones don't", async () => {
  const box = mailbox()
  const { app, later } = await told(box)
  await makeUser(app, 'admin', 'ada')
  const signIn = (device: string, from: string, password = PASSWORD) =>
    app.call('/api/admin/login', { json: { username: 'ada', password, device }, from })
  const [laptop, phone] = ['d'.repeat(43), 'p'.repeat(43)]
  await signIn(laptop, '192.0.2.1', 'wrong password')
  expect((await signIn(laptop, '192.0.2.1')).status).toBe(200)
  await later(0)
  expect(titles(box)).toEqual([])
  await signIn(phone, '192.0.2.1')
  await signIn(phone, '198.51.100.1')
  await later(0)
  expect(titles(box)).toEqual(['A sign-in from a new browser: ada'])
  expect(box.digests[0]?.lines[0]?.url).toBe('https://example.com/admin/dashboard?tab=users')
})

test('a failed backup sends a notice', async () => {
  using folder = temporaryFolder()
  const box = mailbox()
  const { app, later } = await told(box)
  const { db, log, lines } = await testApp({ engine: app.engine, senders: [box.sender], expectsErrors: true })
  // The folder lacks a database, so backups fail.
  const backups = createBackups({ dataDir: folder.path, keep: 7, db, now: () => NOON, log })
  await backups.makeDaily()
  expect(lines.join('')).toContain('backup failed')
  await later(0)
  expect(titles(box)).toEqual(['A backup failed'])
})

test('a failing daily update sends a notice once, and again when it is turned off', async () => {
  const { app, toggle, become, minute } = await signedInApp()
  await setUpChannels(app.db, ['email'], NOON)
  await toggle(true)
  become(DOWN)
  const kinds = async () => (await app.db.select().from(notices)).map(({ kind }) => kind)
  await minute(DAY)
  await minute(DAY + HOUR)
  expect((await kinds()).filter((kind) => kind !== 'new_browser')).toEqual(['update_failed'])
  for (let day = 2; day <= 7; day++) await minute(day * DAY + 2 * HOUR)
  expect(await kinds()).toEqual(['update_failed', 'update_switched_off'])
})

test('retries failed deliveries with growing pauses of up to an hour, without losing any', async () => {
  const box = mailbox()
  const { app, write, later } = await told(box)
  await write()
  box.failure = 'The mail server took too long.'
  const pauses = [1, 2, 4, 8, 16, 32, 60, 60]
  await later(0)
  for (const [index, pause] of pauses.entries()) {
    await later(pause * MINUTE - 1)
    const before = app.lines.length
    expect(before).toBe(index + 1)
    await later(1)
    expect(app.lines.length).toBe(before + 1)
  }
  expect(await stateOf(app)).toMatchObject([{ failure: 'The mail server took too long.', waiting: 1 }])
  box.failure = null
  await later(HOUR)
  expect(titles(box)).toEqual(['A new message'])
  expect(await stateOf(app)).toMatchObject([{ failure: null, waiting: 0, target: 'ops@example.com' }])
})

test('a digest that some recipients refused is reported but not sent again', async () => {
  const box = mailbox()
  const { app, later, write } = await told(box)
  await write()
  box.failure = SOME_REFUSED
  await later(MINUTE)
  expect(await stateOf(app)).toMatchObject([{ failure: SOME_REFUSED, waiting: 0 }])
  expect(JSON.parse(app.lines[0] ?? '')).toMatchObject({ level: 'warn', reason: SOME_REFUSED })
  box.failure = null
  await later(60 * MINUTE)
  expect(titles(box)).toEqual([])
})

test('the log names the channel and the reason, not the address', async () => {
  const box = mailbox('webhook')
  const { app, write, later } = await told(box)
  await write()
  box.failure = 'The webhook responded with HTTP 500.'
  await later(0)
  expect(JSON.parse(app.lines[0] ?? '')).toEqual({
    time: NOON.toISOString(),
    level: 'warn',
    event: 'notice not sent',
    channel: 'webhook',
    reason: 'The webhook responded with HTTP 500.',
    attempt: 1,
  })
})

test('one of several instances sends, and another takes over if it crashes', async () => {
  const [ours, theirs] = [mailbox(), mailbox()]
  const { app, write, later } = await told(ours)
  const other = await testApp({ engine: app.engine, clock: app.clock, senders: [theirs.sender] })
  await write()
  await Promise.all([app.notices.sendDue(), other.notices.sendDue()])
  expect(ours.digests.length + theirs.digests.length).toBe(1)

  const gone = Promise.withResolvers<string | null>()
  ours.sender.send = () => gone.promise
  await write()
  const stuck = later(15 * MINUTE)
  await other.notices.sendDue()
  app.clock.now = new Date(app.clock.now.getTime() + 2 * MINUTE)
  await other.notices.sendDue()
  expect(titles(theirs).at(-1)).toBe('A new message')
  gone.resolve('too late')
  await stuck
  expect(await stateOf(other)).toMatchObject([{ failure: null, waiting: 0 }])
})

test('a stopping instance releases its delivery, and another instance sends it', async () => {
  const [ours, theirs] = [mailbox(), mailbox()]
  const { app, write, later } = await told(ours)
  const other = await testApp({ engine: app.engine, clock: app.clock, senders: [theirs.sender] })
  const begun = Promise.withResolvers<void>()
  ours.sender.send = (_, signal) => {
    begun.resolve()
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve('It was stopped.')))
  }
  await write()
  const looked = later(0)
  await begun.promise
  app.notices.stop()
  await looked
  await other.notices.sendDue()
  expect(titles(theirs)).toEqual(['A new message'])
  expect(app.lines).toEqual([])
})

test("a failing channel doesn't delay other channels or visitors", async () => {
  const [mail, hook] = [mailbox('email'), mailbox('webhook', MINUTE)]
  const stuck = Promise.withResolvers<string | null>()
  mail.sender.send = () => stuck.promise
  const posted = Promise.withResolvers<void>()
  const { send } = hook.sender
  hook.sender.send = (...digest) => send(...digest).finally(posted.resolve)
  const { app, write, later } = await told(mail, hook)
  await write()
  const looked = later(0)
  await posted.promise
  expect((await write()).status).toBe(201)
  stuck.resolve('The mail server took too long.')
  await looked
  expect(titles(hook)).toEqual(['A new message'])
  expect((await stateOf(app)).map(({ waiting }) => waiting)).toEqual([2, 1])
})

test('without a channel nothing is recorded; a new channel starts with the next notice', async () => {
  const { app, write } = await told()
  await write()
  expect(await app.db.$count(notices)).toBe(0)
  await setUpChannels(app.db, ['email'], NOON)
  await write()
  await setUpChannels(app.db, ['email', 'webhook'], NOON)
  const rows = await app.db.values<[string, number]>(
    'SELECT channel, sent_up_to FROM notice_channels ORDER BY channel',
  )
  expect(rows).toEqual([
    ['email', 0],
    ['webhook', 1],
  ])
})

test('notices are bounded and deleted when sent or a week old', async () => {
  const { app, write } = await told(mailbox())
  for (let count = 0; count < 4; count++) {
    await app.db.run(`INSERT INTO notices (at, kind) SELECT '2026-03-14T12:00:00.000Z', 'new_message'
      FROM (SELECT 1 FROM sqlite_schema a, sqlite_schema b LIMIT 500)`)
  }
  await write()
  expect(await app.db.$count(notices)).toBe(2_000)
  await recordNotice(app.db, { kind: 'backup_failed' }, NOON)
  expect(await app.db.$count(notices, eq(notices.kind, 'backup_failed'))).toBe(1)
  await app.db.delete(notices).where(eq(notices.kind, 'backup_failed'))
  await deleteOldNotices(app.db, new Date(NOON.getTime() + 7 * DAY))
  expect(await app.db.$count(notices)).toBe(2_000)
  await deleteOldNotices(app.db, new Date(NOON.getTime() + 7 * DAY + 1))
  expect(await app.db.$count(notices)).toBe(0)

  await recordNotice(app.db, { kind: 'backup_failed' }, NOON)
  await app.notices.sendDue()
  await deleteOldNotices(app.db, NOON)
  expect(await app.db.$count(notices)).toBe(0)
})

test('a failed change leaves no notice', async () => {
  const { app } = await told(mailbox())
  await expect(
    app.db.transaction(async (tx) => {
      await recordNotice(tx, { kind: 'new_message' }, NOON)
      await tx.run('SELECT * FROM nowhere')
    }),
  ).rejects.toThrow()
  expect(await app.db.$count(notices)).toBe(0)
})

test('a super admin sends a test through every channel and sees the results', async () => {
  const [mail, hook] = [mailbox('email'), mailbox('webhook')]
  hook.failure = 'The webhook responded with HTTP 500.'
  const { app } = await told(mail, hook)
  const { authorization } = await makeUser(app, 'super_admin')
  const headers = { authorization }
  const answer = await app.call('/api/admin/notices/test', { method: 'POST', headers })
  expect(await answer.json()).toEqual([
    { channel: 'email', failure: null },
    { channel: 'webhook', failure: 'The webhook responded with HTTP 500.' },
  ])
  expect(titles(mail)).toEqual(['A test notice'])
  expect(app.lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', event: 'test notice not sent', channel: 'webhook', reason: hook.failure },
  ])
  expect(await stateOf(app)).toMatchObject([
    { channel: 'email', lastSentAt: NOON.toISOString(), failure: null },
    { channel: 'webhook', lastSentAt: null, failure: 'The webhook responded with HTTP 500.' },
  ])
})

test('at most five tests a minute are accepted', async () => {
  const box = mailbox()
  const { app } = await told(box)
  const { authorization } = await makeUser(app, 'super_admin')
  const test = () => app.call('/api/admin/notices/test', { method: 'POST', headers: { authorization } })
  for (let count = 0; count < 5; count++) expect((await test()).status).toBe(200)
  expect((await test()).status).toBe(429)
  expect(box.digests.length).toBe(5)
})

test('without a channel, a test names the settings', async () => {
  const { app } = await told()
  const { authorization } = await makeUser(app, 'super_admin')
  const answer = await app.call('/api/admin/notices/test', { method: 'POST', headers: { authorization } })
  expect(answer.status).toBe(409)
  expect((await answer.json()).message).toContain('NOTIFY_EMAIL or WEBHOOK_URL')
})

test.each(ENGINES)("on %s, an instance with a fast clock doesn't take over a delivery", async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  await setUpChannels(db, ['email'], NOON)
  await recordNotice(db, { kind: 'new_message' }, NOON)
  const claimOf = (token: string, now: Date) => claimDelivery(db, 'email', { token, limit: 1, now })
  expect(await claimOf('sending', NOON)).toMatchObject({ notices: [{ id: 1 }] })
  expect(await claimOf('ahead', new Date(NOON.getTime() + 3 * MINUTE))).toBeNull()
})
