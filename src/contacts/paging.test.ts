import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { CONTACT_SORTS } from '#domain/contacts.ts'
import { contacts } from '#src/db/schema.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'

const NAMES = ['bob', 'Ada', 'ada', 'Bob', 'cyd', "O'Neil", '']
const STATUSES = ['new', 'read', 'archived', 'held_back', 'later release']

/** Many share a name, status and time. */
const message = (index: number) => ({
  name: NAMES[index % NAMES.length] ?? '',
  email: 'ada@example.com',
  subject: 'Hello',
  message: index % 2 === 0 ? 'Even' : 'Odd',
  status: STATUSES[index % STATUSES.length] ?? '',
  createdAt: new Date(NOON.getTime() + Math.floor(index / 3)).toISOString(),
})

async function signedInApp(count: number) {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'admin')
  await app.db.insert(contacts).values(Array.from({ length: count }, (_, index) => message(index)))
  const ask = (query: string) => app.call(`/api/admin/contacts?${query}`, { headers: { authorization } })
  const read = async (query: string) => {
    const answer = await ask(query)
    const list: { id: number }[] = await answer.json()
    return { ids: list.map(({ id }) => id), next: answer.headers.get('x-next-cursor') }
  }
  /** The ids per page; `meanwhile` runs after each. */
  const readPages = async (query: string, meanwhile: () => Promise<unknown> = async () => undefined) => {
    const pages: number[][] = []
    for (let after = ''; ; ) {
      const { ids, next } = await read(`${query}${after}`)
      pages.push(ids)
      if (next === null) return pages
      after = `&after=${next}`
      await meanwhile()
    }
  }
  return { app, ask, read, readPages }
}

const ORDERS = CONTACT_SORTS.flatMap((sort) => ['asc', 'desc'].map((order) => `sort=${sort}&order=${order}`))

test('paging in any order returns every row once, with and without filter and search', async () => {
  const { read, readPages } = await signedInApp(60)
  for (const order of ORDERS) {
    for (const filter of [
      '',
      '&status=new',
      '&except=held_back',
      '&search=even',
      '&search=odd&status=read',
    ]) {
      const { ids } = await read(`${order}${filter}&limit=200`)
      const pages = await readPages(`${order}${filter}&limit=7`)
      expect([order, pages.flat()]).toEqual([order, ids])
      expect(pages.every((page) => page.length > 0 && page.length <= 7)).toBe(true)
    }
  }
})

test('sorts messages by sender ignoring case, then by id', async () => {
  const { read } = await signedInApp(7)
  expect((await read('sort=name&order=asc')).ids).toEqual([7, 2, 3, 1, 4, 5, 6])
  expect((await read('sort=name&order=desc')).ids).toEqual([6, 5, 4, 1, 3, 2, 7])
  expect((await read('order=asc')).ids).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test.each(ORDERS)('with %s, concurrent inserts and deletes cause no duplicates or gaps', async (order) => {
  const { app, readPages } = await signedInApp(60)
  let count = 60
  const meanwhile = async () => {
    await app.db.insert(contacts).values([message(count), message(count + 1)])
    await app.db.delete(contacts).where(eq(contacts.id, count - 59))
    count += 2
  }
  const ids = (await readPages(`${order}&limit=10`, meanwhile)).flat()
  expect(new Set(ids).size).toBe(ids.length)
  const deleted = Array.from({ length: (count - 60) / 2 }, (_, index) => index * 2 + 1)
  const stayed = Array.from({ length: 60 }, (_, index) => index + 1).filter((id) => !deleted.includes(id))
  expect(stayed.filter((id) => !ids.includes(id))).toEqual([])
})

test("a status change during paging doesn't affect other messages", async () => {
  const { app, readPages } = await signedInApp(60)
  const ids = (
    await readPages('status=new&limit=3', () =>
      app.db.update(contacts).set({ status: 'read' }).where(eq(contacts.id, 56)),
    )
  ).flat()
  expect(ids).toEqual([56, 51, 46, 41, 36, 31, 26, 21, 16, 11, 6, 1])
})

const cursor = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const GOOD = { sort: 'createdAt', order: 'desc', value: '', id: 5 }

test('rejects an invalid cursor', async () => {
  const { ask } = await signedInApp(1)
  for (const [what, after] of [
    ['nothing', ''],
    ['no base64', '%25%25'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['a list', cursor([])],
    ['no id', cursor({ ...GOOD, id: null })],
    ['an object as value', cursor({ ...GOOD, value: { a: 1 } })],
    ['too long', 'a'.repeat(4001)],
    ['another sort', cursor({ ...GOOD, sort: 'name' })],
    ['another direction', cursor({ ...GOOD, order: 'asc' })],
    ['given twice', `${cursor(GOOD)}&after=${cursor(GOOD)}`],
  ] as const) {
    const answer = await ask(`after=${after}`)
    expect([what, answer.status]).toEqual([what, 400])
    expect((await answer.json()).message).toMatch(
      /^after (must be the X-Next-Cursor|belongs to a list in another)/,
    )
  }
})

test('rejects an invalid order', async () => {
  const { ask } = await signedInApp(1)
  for (const query of ['sort=email', 'sort=id', 'order=up', 'sort=name&sort=status', 'sort='] as const) {
    expect([query, (await ask(query)).status]).toEqual([query, 400])
  }
})

test('cursor values are bound as parameters', async () => {
  const { read } = await signedInApp(10)
  const after = cursor({ sort: 'name', order: 'asc', value: "' OR 1=1 --", id: 0 })
  expect((await read(`sort=name&order=asc&after=${after}`)).ids).toHaveLength(9)
})
