import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { CONTACT_LIMITS, ContactInput } from '#domain/contacts.ts'
import { tidyText } from '#domain/text-rules.ts'
import { contacts } from '#src/db/schema.ts'
import { chunks } from '#src/lib/chunks.ts'
import { anyCharacter } from '#src/testing/any-character.ts'
import { NOON, type TestApp, testApp } from '#src/testing/test-app.ts'
import { insertContact } from './store.ts'

const MESSAGE = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'The generator',
  message: 'Works well.\n\nThank you!',
}
const FIELDS = ['name', 'email', 'subject', 'message'] as const
const NEW_PER_HOUR = 100
const HELD_PER_DAY = 1_000
const HOUR_MS = 3_600_000

const write = ({ call }: TestApp, message: object, from?: string) =>
  call('/api/contact', { json: message, ...(from === undefined ? {} : { from }) })

const kept = ({ db }: TestApp) => db.select().from(contacts)

/** Addresses in separate networks, to stay below their limits. */
const someone = (number: number) => `10.${number >> 8}.${number & 255}.1`

test('stores a message with the status new and returns it', async () => {
  const app = await testApp()
  const response = await write(app, MESSAGE)
  const whole = { ...MESSAGE, id: 1, status: 'new', createdAt: NOON.toISOString() }
  expect(response.status).toBe(201)
  expect(await response.json()).toEqual(whole)
  expect(await kept(app)).toEqual([whole])
})

test('trims surrounding spaces', async () => {
  const app = await testApp()
  await write(app, { ...MESSAGE, name: '  Ada Lovelace ', email: ' ada@example.com\t' })
  expect(await kept(app)).toMatchObject([{ name: 'Ada Lovelace', email: 'ada@example.com' }])
})

test('ignores a status, id or date in the body', async () => {
  const app = await testApp()
  await write(app, { ...MESSAGE, id: 77, status: 'archived', createdAt: '1999-01-01T00:00:00.000Z' })
  expect(await kept(app)).toMatchObject([{ id: 1, status: 'new', createdAt: NOON.toISOString() }])
})

test("ids of deleted messages aren't reused", async () => {
  const app = await testApp()
  await write(app, MESSAGE)
  await app.db.delete(contacts)
  await write(app, MESSAGE)
  expect(await kept(app)).toMatchObject([{ id: 2 }])
})

test('an empty form shows an error for each field', async () => {
  const app = await testApp()
  const response = await write(app, { name: ' ', email: '', subject: '\n', message: '' })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    code: 'invalid',
    message: 'Enter your name',
    fields: {
      name: 'Enter your name',
      email: 'Enter your email address',
      subject: 'Enter a subject',
      message: 'Enter a message',
    },
  })
})

test('rejects a body that is not a JSON object', async () => {
  const app = await testApp()
  const headers = { 'content-type': 'application/json' }
  for (const body of ['', 'null', '7', '[]', '"text"', '{', '{"name":'] as const) {
    const { status } = await app.call('/api/contact', { method: 'POST', body, headers })
    expect([body, status]).toEqual([body, 400])
    expect(await kept(app)).toEqual([])
  }
})

test('accepts valid email addresses', async () => {
  const app = await testApp()
  for (const email of [
    'ada@example.com',
    'ada.lovelace+form@mail.example.co.uk',
    "o'hara_7@example.museum",
    'a..b@example.jp',
    'мария@почта.рф',
    'ada@xn--bcher-kva.example',
  ] as const) {
    const { status } = await write(app, { ...MESSAGE, email }, `198.51.100.${email.length}`)
    expect([email, status]).toEqual([email, 201])
  }
})

test('rejects invalid email addresses', async () => {
  const app = await testApp()
  for (const email of [
    'ada',
    'ada@',
    '@example.com',
    'ada@example',
    'ada@example.c',
    'ada@@example.com',
    'moc.elpmaxe\u202e@example.com',
    'ada@.com',
    'ada lovelace@example.com',
    'Ada <ada@example.com>',
    'ada@example.com,bob@example.com',
    'ada@example.com;bob@example.com',
    'ada@example.com\nBcc: bob@example.com',
    'ada@example.com\u0000',
    `ada@${'a.'.repeat(200)}com`,
  ] as const) {
    const response = await write(app, { ...MESSAGE, email })
    expect([email, response.status]).toEqual([email, 400])
    expect(Object.keys((await response.json()).fields)).toEqual(['email'])
  }
})

test.each(FIELDS)('%s accepts its maximum length and rejects one more character', async (field) => {
  const app = await testApp()
  const most = CONTACT_LIMITS[field]
  const text = (length: number) =>
    field === 'email'
      ? `a@${'b'.repeat(60)}.${'c.'.repeat((length - 66) / 2)}dd`.padStart(length, 'a')
      : 'é'.repeat(length)
  expect(text(most)).toHaveLength(most)
  expect((await write(app, { ...MESSAGE, [field]: text(most) })).status).toBe(201)
  const refused = await write(app, { ...MESSAGE, [field]: text(most + 1) })
  expect(refused.status).toBe(400)
  expect((await refused.json()).fields[field]).toStartWith('Use at most')
})

test('name and subject must be one line; the message may have line breaks', async () => {
  const app = await testApp()
  const lines = 'one\ntwo\r\nthree\tfour'
  expect((await write(app, { ...MESSAGE, name: lines })).status).toBe(400)
  expect((await write(app, { ...MESSAGE, subject: lines })).status).toBe(400)
  expect((await write(app, { ...MESSAGE, message: lines })).status).toBe(201)
  expect(await kept(app)).toMatchObject([{ message: lines }])
})

test.each(FIELDS)('%s rejects NUL and lone surrogates', async (field) => {
  const app = await testApp()
  expect((await write(app, { ...MESSAGE, [field]: 'a\u0000b@example.com' })).status).toBe(400)
  expect((await write(app, { ...MESSAGE, [field]: 'a\ud83db@example.com' })).status).toBe(400)
  expect(await kept(app)).toEqual([])
})

test('stores everything that the schema accepts', async () => {
  const { db } = await testApp()
  const anyText = fc.string({ unit: anyCharacter, maxLength: 40 })
  let hour = 0
  await fc.assert(
    fc.asyncProperty(anyText, anyText, anyText, async (name, subject, message) => {
      const read = ContactInput.safeParse({ ...MESSAGE, name, subject, message })
      fc.pre(read.success)
      hour += 1
      const at = new Date(NOON.getTime() + hour * HOUR_MS)
      const contact = await db.transaction((tx) => insertContact(tx, read.data, 'new', at))
      expect(contact).toMatchObject({
        name: tidyText(name).trim(),
        subject: tidyText(subject).trim(),
        message: message.trim(),
      })
      expect(await db.select().from(contacts).where(eq(contacts.id, contact.id)).get()).toEqual(contact)
    }),
  )
})

test('a bot that fills in the honeypot gets a success response, and nothing is stored', async () => {
  const app = await testApp()
  const honeypot = await write(app, { ...MESSAGE, reference: 'https://spam.example' })
  const honest = await write(app, MESSAGE)
  expect(honeypot.status).toBe(honest.status)
  expect(Object.keys(await honeypot.json())).toEqual(Object.keys(await honest.json()))
  expect(await kept(app)).toHaveLength(1)
  expect((await write(app, { ...MESSAGE, reference: ['x'] })).status).toBe(201)
  expect(await kept(app)).toHaveLength(1)
})

test("invalid submissions don't count against the limit", async () => {
  const app = await testApp()
  for (let count = 0; count < 10; count++) await write(app, { ...MESSAGE, email: 'ada' })
  expect((await write(app, MESSAGE)).status).toBe(201)
})

async function flood(app: TestApp, count: number, from = someone) {
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) => write(app, MESSAGE, from(index))),
  )
  const kinds = await Promise.all(
    answers.map(async (answer) => (answer.status === 201 ? (await answer.json()).status : answer.status)),
  )
  return Object.fromEntries(
    [...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]),
  )
}

test('messages over the hourly budget are held back, not rejected', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  expect(await flood(app, 120)).toEqual({ new: NEW_PER_HOUR, held_back: 20 })
  expect(await kept(app)).toHaveLength(120)
  clock.now = new Date(NOON.getTime() + HOUR_MS - 1)
  expect(await flood(app, 1, () => '192.0.2.1')).toEqual({ held_back: 1 })
  clock.now = new Date(NOON.getTime() + HOUR_MS)
  expect(await flood(app, 1, () => '192.0.2.2')).toEqual({ new: 1 })
})

test('two instances on one database share the hourly budget', async () => {
  const app = await testApp()
  const other = await testApp({ engine: app.engine })
  expect(await flood(app, 60)).toEqual({ new: 60 })
  expect(await flood(other, 60)).toEqual({ new: 40, held_back: 20 })
})

test('messages already read count toward the hourly budget', async () => {
  const app = await testApp()
  await flood(app, NEW_PER_HOUR)
  await app.db.update(contacts).set({ status: 'read' })
  expect(await flood(app, 1, () => '192.0.2.1')).toEqual({ held_back: 1 })
})

test.each([
  ['an IPv6 /48', (index: number) => `2001:db8:1:${index.toString(16)}::1`],
  ['an IPv4 /24', (index: number) => `198.51.100.${index}`],
])('%s has a limited share of the budget, then of held-back messages', async (_, from) => {
  const app = await testApp()
  expect(await flood(app, 50, from)).toEqual({ new: 20, held_back: 20, 429: 10 })
  expect(await flood(app, 1, () => '192.0.2.1')).toEqual({ new: 1 })
})

test("20 networks can't exhaust the budget of held-back messages", async () => {
  const app = await testApp()
  const from = (number: number) => `10.0.${number % 20}.${Math.floor(number / 20)}`
  const { held_back: held } = await flood(app, 20 * 45, from)
  expect(held).toBeLessThan(300)
  expect(await flood(app, 1, () => '192.0.2.1')).toEqual({ held_back: 1 })
})

test('a thousand messages are held back per day; the next sender gets an error with an alternative', async () => {
  const clock = { now: NOON }
  const app = await testApp({ clock })
  await flood(app, NEW_PER_HOUR)
  const held = { ...MESSAGE, status: 'held_back', createdAt: NOON.toISOString() }
  const rows = Array.from({ length: HELD_PER_DAY - 1 }, () => held)
  for (const some of chunks(rows, 500)) await app.db.insert(contacts).values(some)
  expect(await flood(app, 1, () => '192.0.2.1')).toEqual({ held_back: 1 })

  const refused = await write(app, MESSAGE, '192.0.2.2')
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({
    code: 'unavailable',
    message:
      'We can’t accept more messages right now. Please keep a copy of yours and try again in an hour. Meanwhile, the FAQ may have an answer.',
  })
  expect(refused.headers.get('retry-after')).toBe('3600')
  expect(await kept(app)).toHaveLength(NEW_PER_HOUR + HELD_PER_DAY)

  clock.now = new Date(NOON.getTime() + HOUR_MS)
  expect(await flood(app, 1, () => '192.0.2.3')).toEqual({ new: 1 })
  clock.now = new Date(NOON.getTime() + 24 * HOUR_MS)
  expect(await flood(app, NEW_PER_HOUR + 1)).toEqual({ new: NEW_PER_HOUR, held_back: 1 })
})

test('only POST with JSON of limited size is accepted', async () => {
  const app = await testApp()
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await app.call('/api/contact', { body: 'name=Ada', headers: form })).status).toBe(415)
  expect((await write(app, { ...MESSAGE, message: 'a'.repeat(70_000) })).status).toBe(413)
  const response = await app.call('/api/contact')
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('POST')
  expect(await kept(app)).toEqual([])
})

test('nothing in a message is logged', async () => {
  const app = await testApp()
  await write(app, MESSAGE)
  await write(app, { ...MESSAGE, message: '' })
  expect(app.lines).toEqual([])
})
