import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { AUDIT_DAYS, type AuditEntry } from '#domain/audit.ts'
import type { Database } from '#src/db/database.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { auditAnchor, auditEntries } from '#src/db/schema.ts'
import { createKeys, KEY_BYTES, type Keys } from '#src/lib/seal.ts'
import { actor } from '#src/testing/actor.ts'
import { ENGINES, embedded } from '#src/testing/engines.ts'
import { TEST_KEYS } from '#src/testing/keyed.ts'
import { NOON } from '#src/testing/test-app.ts'
import { deleteOldAudit, sealAudit, verifyAudit } from './chain.ts'
import { recordAudit } from './store.ts'

const daysAgo = (days: number) => new Date(NOON.getTime() - days * 86_400_000)

async function enter(db: Database, count: number, at = NOON): Promise<void> {
  for (let index = 0; index < count; index++) {
    await recordAudit(db, actor, { action: 'post_created', subject: `"a", ${index}`, detail: null }, at)
  }
}

const sealedIds = async (db: KeyedDatabase) => (await Array.fromAsync(sealAudit(db))).map(({ id }) => id)

const INTACT = { unsealed: 0, plainUpTo: null, lostUpTo: null, unknownUpTo: null, broken: null }

/** An attacker with the database can drop our triggers. */
const TRIGGERS = ['audit_entries_are_final', 'audit_entries_stay']
const tampering = (sql: string) => `${TRIGGERS.map((name) => `DROP TRIGGER ${name};`).join('')}${sql};`

test.each(ENGINES)('%s: each entry is sealed once, and an unchanged log verifies', async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  expect(await verifyAudit(db, TEST_KEYS)).toEqual({ ...INTACT, entries: 0, last: null })
  await enter(db, 3)
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({
    entries: 3,
    unsealed: 3,
    last: null,
    broken: null,
  })
  const [first, second] = await Promise.all([sealedIds(db), sealedIds(db)])
  expect([...first, ...second].sort()).toEqual([1, 2, 3])
  await enter(db, 1)
  expect(await sealedIds(db)).toEqual([4])
  const hashes = (await db.select().from(auditEntries)).map(({ hash }) => hash)
  expect(new Set(hashes).size).toBe(4)
  expect(await verifyAudit(db, TEST_KEYS)).toEqual({
    ...INTACT,
    entries: 4,
    last: { id: 4, hash: String(hashes[3]) },
  })
})

test('seals and verifies a long log in batches', async () => {
  await using opened = await embedded()
  const db = await opened.migrated()
  await db
    .insert(auditEntries)
    .values(Array.from({ length: 1200 }, () => ({ at: '', action: 'signed_in' as const })))
  expect(await sealedIds(db)).toHaveLength(1200)
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({ entries: 1200, last: { id: 1200 }, broken: null })
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
    { id: 3, reason: 'start' },
  ],
  ['UPDATE audit_anchor SET entry_id = 2', { id: 2, reason: 'start' }],
  ['UPDATE audit_anchor SET plain_up_to = 5', { id: 0, reason: 'start' }],
  ['UPDATE audit_anchor SET lost_up_to = 5', { id: 0, reason: 'start' }],
  ['UPDATE audit_anchor SET sealed_key = NULL', { id: 1, reason: 'changed' }],
] as const)('names the first broken entry after: %s', async (change, broken) => {
  await using opened = await embedded()
  const db = await opened.migrated()
  await enter(db, 5)
  await sealedIds(db)
  await opened.engine.script(tampering(change))
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({ broken })
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
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({ entries: 3, last: { id: 5 }, broken: null })

  await deleteOldAudit(db, new Date(NOON.getTime() + 1))
  expect(await ids()).toEqual([])
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({ entries: 0, broken: null })
  await enter(db, 1)
  expect(await sealedIds(db)).toEqual([6])
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({ entries: 1, last: { id: 6 }, broken: null })
})

test.each(ENGINES)('%s: a rolled-back change leaves no gap in the chain', async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  await enter(db, 1)
  const failing = db.transaction(async (tx) => {
    await recordAudit(tx, actor, { action: 'post_created' }, NOON)
    await tx.run("INSERT INTO contacts (name) VALUES ('incomplete')")
  })
  await expect(failing).rejects.toThrow()
  await enter(db, 1)
  await sealedIds(db)
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({ entries: 2, last: { id: 2 }, broken: null })
})

/** What someone who can write to the database, but doesn't have the key, can compute. */
async function forge(db: KeyedDatabase, keys: Keys, tampering: () => Promise<unknown>): Promise<void> {
  await db.run('DROP TRIGGER audit_entries_are_final')
  await tampering()
  await db.run('UPDATE audit_entries SET hash = NULL')
  await db.update(auditAnchor).set({ sealedKey: null, plainUpTo: 0, mac: null })
  await sealedIds(Object.assign(db, { keys }))
}

test.each(ENGINES)("%s: a chain recomputed with another key isn't intact", async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  await enter(db, 3)
  await sealedIds(db)
  const other = createKeys(new Uint8Array(KEY_BYTES))
  await forge(db, other, () => db.run("UPDATE audit_entries SET actor = 'eve' WHERE id = 3"))
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({ unknownUpTo: 3 })
})

test('names the last entry from before the key, and detects changes to it', async () => {
  await using opened = await embedded()
  const db = await opened.migrated()
  await enter(db, 2)
  const [first, second] = await db.select().from(auditEntries)
  if (!first || !second) throw new Error('two entries were made')
  const plain = (
    previous: string,
    { id, at, userId, actor, source, action, subject, detail, address }: AuditEntry,
  ) =>
    createHash('sha256')
      .update(JSON.stringify([previous, id, at, userId, actor, source, action, subject, detail, address]))
      .digest('hex')
  const hash = plain('', first)
  await db.run(sql`UPDATE audit_entries SET hash = ${hash} WHERE id = 1`)
  await db.run(sql`UPDATE audit_entries SET hash = ${plain(hash, second)} WHERE id = 2`)
  expect(await verifyAudit(db, null)).toMatchObject({ plainUpTo: 2, broken: null })
  await enter(db, 2)
  await sealedIds(db)
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({ entries: 4, plainUpTo: 2, broken: null })
  expect(await verifyAudit(db, null)).toMatchObject({ plainUpTo: 2, unknownUpTo: 4, broken: null })
  await opened.engine.script(tampering("UPDATE audit_entries SET actor = 'eve' WHERE id = 1"))
  expect(await verifyAudit(db, TEST_KEYS)).toMatchObject({ broken: { id: 1, reason: 'changed' } })
})
