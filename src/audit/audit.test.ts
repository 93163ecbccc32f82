import { expect, test } from 'bun:test'
import type { Actor, AuditAction } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import { actor } from '#src/testing/actor.ts'
import { csvText } from '#src/testing/csv-text.ts'
import { makeUser } from '#src/testing/make-user.ts'
import { NOON, testApp } from '#src/testing/test-app.ts'
import { recordAudit } from './store.ts'

type Entry = { by?: Partial<Actor>; detail?: string; subject?: string; action?: AuditAction }

const enter = (db: Database, { by, ...entry }: Entry, now: Date) =>
  recordAudit(db, { ...actor, name: 'ada', ...by }, { action: 'signed_in', ...entry }, now)

/** Entries are numbered from 1. */
async function signedInApp(entries: Entry[]) {
  const app = await testApp()
  const { authorization } = await makeUser(app, 'super_admin')
  for (const entry of entries) await enter(app.db, entry, NOON)
  return (query: string) => app.call(`/api/admin/audit${query}`, { headers: { authorization } })
}

const idsOf = async (response: Response) => {
  const list: { id: number }[] = await response.json()
  return { ids: list.map(({ id }) => id), total: Number(response.headers.get('x-total-count')) }
}

test('lists the whole log newest first', async () => {
  const read = await signedInApp([
    {},
    { by: { name: null }, action: 'sign_in_failed', subject: 'ada', detail: 'x' },
  ])
  expect(await (await read('')).json()).toEqual([
    {
      id: 2,
      at: NOON.toISOString(),
      actor: null,
      action: 'sign_in_failed',
      subject: 'ada',
      detail: 'x',
      address: '203.0.113.7',
      userId: null,
      source: 'web',
    },
    {
      id: 1,
      at: NOON.toISOString(),
      actor: 'ada',
      action: 'signed_in',
      subject: null,
      detail: null,
      address: '203.0.113.7',
      userId: null,
      source: 'web',
    },
  ])
})

test("finds entries by action and by part of the actor's name", async () => {
  const read = await signedInApp([
    {},
    { by: { name: 'Adam' }, action: 'user_deleted' },
    { by: { name: 'grace' }, action: 'user_deleted' },
    { by: { name: null }, action: 'sign_in_failed' },
  ])
  expect(await idsOf(await read('?action=user_deleted'))).toEqual({ ids: [3, 2], total: 2 })
  expect(await idsOf(await read('?actor=ADA'))).toEqual({ ids: [2, 1], total: 2 })
  expect(await idsOf(await read('?actor=ada&action=user_deleted'))).toEqual({ ids: [2], total: 1 })
  expect(await idsOf(await read('?limit=1&offset=1'))).toEqual({ ids: [3], total: 4 })
  expect(await idsOf(await read('?actor='))).toMatchObject({ total: 4 })
  expect((await read('?action=everything')).status).toBe(400)
})

test('finds names ignoring case in every alphabet', async () => {
  const read = await signedInApp([{ by: { name: 'Жанна' } }, {}])
  const name = encodeURIComponent('жАН')
  expect(await idsOf(await read(`?actor=${name}`))).toEqual({ ids: [1], total: 1 })
  expect(await (await read(`/csv?actor=${name}`)).text()).toContain('Жанна')
})

test('the exported log contains no formulas', async () => {
  const read = await signedInApp([
    { by: { name: '=1+\n2', address: '-' }, subject: '＝1', detail: 'a=b' },
    {
      by: { name: '=HYPERLINK("http://evil.example","x")', address: '@SUM(A1)' },
      subject: '+1',
      detail: '-2+3',
    },
    { by: { name: '\tada', address: null }, subject: '\r\nada', detail: 'a "quoted", line\nbreak' },
  ])
  const response = await read('/csv')
  expect(response.headers.get('content-type')).toStartWith('text/csv')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await csvText(response)).toBe(
    [
      '"Time","Who","Action","Subject","Detail","Address","User ID","Source","Entry"',
      `"${NOON.toISOString()}","'\tada","signed_in","'\r\nada","a ""quoted"", line\nbreak",,,"web",3`,
      `"${NOON.toISOString()}","'=HYPERLINK(""http://evil.example"",""x"")","signed_in","'+1","'-2+3","'@SUM(A1)",,"web",2`,
      `"${NOON.toISOString()}","'=1+\n2","signed_in","'＝1","a=b","'-",,"web",1`,
      '',
    ].join('\r\n'),
  )
  expect(await csvText(await read('/csv?actor=nobody'))).toBe(
    '"Time","Who","Action","Subject","Detail","Address","User ID","Source","Entry"\r\n',
  )
})
