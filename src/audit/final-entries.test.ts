import { expect, test } from 'bun:test'
import { AUDIT_DAYS } from '#domain/audit.ts'
import { createDatabase, type Database } from '#src/db/database.ts'
import { MIGRATIONS, migrate } from '#src/db/migrate.ts'
import { auditEntries, auditProgress } from '#src/db/schema.ts'
import { createLog } from '#src/log.ts'
import { actor } from '#src/testing/actor.ts'
import { ENGINES, embedded } from '#src/testing/engines.ts'
import { NOON } from '#src/testing/test-app.ts'
import { logAudit } from './log-lines.ts'
import { deleteOldAudit, recordAudit } from './store.ts'

const daysFromNoon = (days: number) => new Date(NOON.getTime() + days * 86_400_000)

async function enter(db: Database, days: readonly number[]): Promise<void> {
  for (const day of days) await recordAudit(db, actor, { action: 'post_created' }, daysFromNoon(day))
}

async function loggedIds(db: Database): Promise<number[]> {
  const lines: string[] = []
  await logAudit({
    db,
    log: createLog({ format: 'json', now: () => NOON, write: (line) => lines.push(line) }),
  })
  return lines.map((line) => JSON.parse(line).id)
}

const keptIds = async (db: Database) => (await db.select().from(auditEntries)).map(({ id }) => id)

test.each(ENGINES)('%s: no SQL statement of the server changes or deletes an entry', async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  await enter(db, [0, 0])
  for (const isLogged of [false, true]) {
    if (isLogged) await loggedIds(db)
    for (const sql of ['DELETE FROM audit_entries WHERE id = 2', "UPDATE audit_entries SET detail = 'x'"])
      await expect(opened.engine.run({ sql, params: [] })).rejects.toThrow('audit entries are final')
  }
})

test.each(ENGINES)(
  '%s: entries are deleted after 180 days, but not before they are logged',
  async (_, open) => {
    await using opened = await open()
    const db = await opened.migrated()
    await enter(db, [-AUDIT_DAYS - 1, -AUDIT_DAYS - 1, -AUDIT_DAYS, -AUDIT_DAYS, -AUDIT_DAYS - 1])
    await deleteOldAudit(db, NOON)
    expect(await keptIds(db)).toEqual([1, 2, 3, 4, 5])
    expect(await loggedIds(db)).toEqual([1, 2, 3, 4, 5])
    await deleteOldAudit(db, NOON)
    expect(await keptIds(db)).toEqual([3, 4, 5])
    await deleteOldAudit(db, daysFromNoon(1))
    expect(await keptIds(db)).toEqual([])
    await enter(db, [1])
    expect(await loggedIds(db)).toEqual([6])
  },
)

test('entries written while the clock was ahead neither keep older ones nor are deleted early', async () => {
  await using opened = await embedded()
  const db = await opened.migrated()
  await enter(db, [-AUDIT_DAYS - 1, 400, -AUDIT_DAYS - 1, 400, 0, 400])
  await loggedIds(db)
  await deleteOldAudit(db, NOON)
  expect(await keptIds(db)).toEqual([4, 5, 6])
})

test.each(ENGINES)('%s: an upgrade drops the chain and logs only entries without a hash', async (_, open) => {
  await using opened = await open({ isEmpty: true })
  const { engine } = opened
  await migrate(engine, { now: () => NOON, migrations: MIGRATIONS.filter(({ id }) => id < 46) })
  await engine.script(`
    INSERT INTO audit_entries (id, at, action) VALUES (7, '', 'signed_in'), (8, '', 'signed_in'), (9, '', 'signed_in');
    UPDATE audit_entries SET hash = 'x' WHERE id < 9;
    UPDATE audit_anchor SET entry_id = 6;`)
  await migrate(engine, { now: () => NOON })
  const db = createDatabase(engine)
  expect(await db.select().from(auditProgress)).toEqual([{ id: 1, loggedUpTo: 8, deletedUpTo: 6 }])
  expect(await loggedIds(db)).toEqual([9])
  const left =
    "SELECT name FROM sqlite_schema WHERE sql LIKE '%hash%' AND (name LIKE 'audit%' OR tbl_name LIKE 'audit%')"
  expect(await engine.run({ sql: left, params: [] })).toEqual([])
})
