import { expect, test } from 'bun:test'
import { AUDIT_DAYS } from '#domain/audit.ts'
import { atomically, type Database } from '#src/db/database.ts'
import { auditEntries } from '#src/db/schema.ts'
import { actor } from '#src/testing/actor.ts'
import { ENGINES, embedded } from '#src/testing/engines.ts'
import { NOON } from '#src/testing/test-app.ts'
import { deleteOldAudit, sealAudit, verifyAudit } from './chain.ts'
import { insertAudit, recordAudit } from './store.ts'

const daysAgo = (days: number) => new Date(NOON.getTime() - days * 86_400_000)

async function enter(db: Database, count: number, at = NOON): Promise<void> {
  for (let index = 0; index < count; index++) {
    await recordAudit(db, actor, { action: 'post_created', subject: `"a", ${index}`, detail: null }, at)
  }
}

const sealedIds = async (db: Database) => (await Array.fromAsync(sealAudit(db))).map(({ id }) => id)

/** An attacker with the database can drop our triggers. */
const TRIGGERS = ['audit_entries_are_final', 'audit_entries_stay']
const tampering = (sql: string) => `${TRIGGERS.map((name) => `DROP TRIGGER ${name};`).join('')}${sql};`

test.each(ENGINES)('%s: each entry is sealed once, and an unchanged log verifies', async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  expect(await verifyAudit(db)).toEqual({ entries: 0, unsealed: 0, last: null, broken: null })
  await enter(db, 3)
  expect(await verifyAudit(db)).toMatchObject({ entries: 3, unsealed: 3, last: null, broken: null })
  const [first, second] = await Promise.all([sealedIds(db), sealedIds(db)])
  expect([...first, ...second].sort()).toEqual([1, 2, 3])
  await enter(db, 1)
  expect(await sealedIds(db)).toEqual([4])
  const hashes = (await db.select().from(auditEntries)).map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(4)
  expect(await verifyAudit(db)).toEqual({
    entries: 4,
    unsealed: 0,
    last: { id: 4, hash: String(hashes[3]) },
    broken: null,
  })
})

test('seals and verifies a long log in batches', async () => {
  await using opened = await embedded()
  const db = await opened.migrated()
  await db
    .insert(auditEntries)
    .values(Array.from({ length: 1200 }, () => ({ at: '', action: 'signed_in' as const })))
  expect(await sealedIds(db)).toHaveLength(1200)
  expect(await verifyAudit(db)).toMatchObject({ entries: 1200, last: { id: 1200 }, broken: null })
})

test.each([
  ["UPDATE audit_entries SET actor = 'eve' WHERE id = 2", { id: 2, reason: 'changed' }],
  ['UPDATE audit_entries SET user_id = 7 WHERE id = 2', { id: 2, reason: 'changed' }],
  ["UPDATE audit_entries SET source = 'schedule' WHERE id = 4", { id: 4, reason: 'changed' }],
  ["UPDATE audit_entries SET at = '2026-03-13T12:00:00.000Z' WHERE id = 1", { id: 1, reason: 'changed' }],
  ["UPDATE audit_entries SET subject = '', detail = subject WHERE id = 3", { id: 3, reason: 'changed' }],
  ['UPDATE audit_entries SET hash = NULL WHERE id = 3', { id: 4, reason: 'changed' }],
  ['DELETE FROM audit_entries WHERE id = 1', { id: 2, reason: 'changed' }],
  ['DELETE FROM audit_entries WHERE id = 3', { id: 4, reason: 'changed' }],
  ['DELETE FROM audit_entries WHERE id >= 4', { id: 4, reason: 'missing' }],
  ['DELETE FROM audit_entries', { id: 1, reason: 'missing' }],
  ["INSERT INTO audit_entries (id, at, action) VALUES (0, '', 'signed_in')", { id: 0, reason: 'changed' }],
  ["INSERT INTO audit_entries (id, at, action) VALUES (-7, '', 'signed_in')", { id: -7, reason: 'changed' }],
  [
    "UPDATE audit_anchor SET (entry_id, hash) = (SELECT id, hash FROM audit_entries WHERE id = 3); DELETE FROM audit_entries WHERE id <= 3; INSERT INTO audit_entries (id, at, action) VALUES (2, '', 'signed_in')",
    { id: 2, reason: 'changed' },
  ],
  ['UPDATE audit_anchor SET entry_id = 2', { id: 1, reason: 'changed' }],
] as const)('names the first broken entry after: %s', async (change, broken) => {
  await using opened = await embedded()
  const db = await opened.migrated()
  await enter(db, 5)
  await sealedIds(db)
  await opened.engine.script(tampering(change))
  expect(await verifyAudit(db)).toMatchObject({ broken })
})

test.each(ENGINES)('%s: no SQL statement of the server changes or deletes an entry', async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  await enter(db, 2)
  const refused = async (sql: string) =>
    expect(opened.engine.run({ sql, params: [] })).rejects.toThrow('audit entries are final')
  await refused('DELETE FROM audit_entries WHERE id = 2')
  await refused("UPDATE audit_entries SET detail = 'x'")
  await sealedIds(db)
  await refused('UPDATE audit_entries SET hash = NULL')
})

test.each(ENGINES)('%s: entries are deleted after 180 days, and the rest verifies', async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  const past = new Date(daysAgo(AUDIT_DAYS).getTime() - 1)
  const ids = async () => (await db.select().from(auditEntries)).map(({ id }) => id)
  await enter(db, 2, past)
  await enter(db, 2, daysAgo(AUDIT_DAYS))
  await enter(db, 1, past)
  await deleteOldAudit(db, NOON)
  expect(await ids()).toEqual([1, 2, 3, 4, 5])
  await sealedIds(db)
  await deleteOldAudit(db, NOON)
  expect(await ids()).toEqual([3, 4, 5])
  expect(await verifyAudit(db)).toMatchObject({ entries: 3, last: { id: 5 }, broken: null })

  await deleteOldAudit(db, new Date(NOON.getTime() + 1))
  expect(await ids()).toEqual([])
  expect(await verifyAudit(db)).toMatchObject({ entries: 0, broken: null })
  await enter(db, 1)
  expect(await sealedIds(db)).toEqual([6])
  expect(await verifyAudit(db)).toMatchObject({ entries: 1, last: { id: 6 }, broken: null })
})

test.each(ENGINES)('%s: a rolled-back change leaves no gap in the chain', async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  await enter(db, 1)
  const failing = atomically(db, [
    insertAudit(db, actor, { action: 'post_created' }, NOON),
    db.run("INSERT INTO contacts (name) VALUES ('incomplete')"),
  ])
  await expect(failing).rejects.toThrow()
  await enter(db, 1)
  await sealedIds(db)
  expect(await verifyAudit(db)).toMatchObject({ entries: 2, last: { id: 2 }, broken: null })
})
