import { expect, test } from 'bun:test'
import { sealAudit } from '#src/audit/chain.ts'
import { readHash, recordAudit } from '#src/audit/store.ts'
import { createDatabase, type Database } from '#src/db/database.ts'
import type { Engine } from '#src/db/engine.ts'
import type { KeyedDatabase } from '#src/db/keyed-database.ts'
import { migrate } from '#src/db/migrate.ts'
import { openRemote } from '#src/db/remote.ts'
import { StartError } from '#src/errors.ts'
import { actor } from '#src/testing/actor.ts'
import { dataFolder } from '#src/testing/data-folder.ts'
import { keyed } from '#src/testing/keyed.ts'
import { libsqlServer } from '#src/testing/libsql-server.ts'
import { NOON } from '#src/testing/test-app.ts'
import { auditCommand } from './audit.ts'

/** The command's output and exit status; `env` names the database. */
async function verify(env: Record<string, string>, ...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const io = { env, out: (text: string) => out.push(text), err: (text: string) => err.push(text) }
  const status = await auditCommand.run(['verify', ...args], io)
  return { status, out, err }
}

async function enter(db: Database, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await recordAudit(db, actor, { action: 'signed_in' }, NOON)
}

const seal = async (db: KeyedDatabase) => void (await Array.fromAsync(sealAudit(db)))

const tamper = (engine: Engine, sql: string) =>
  engine.script(`DROP TRIGGER audit_entries_are_final; DROP TRIGGER audit_entries_stay; ${sql};`)

test('an unchanged audit log verifies while a server has the database open', async () => {
  using folder = await dataFolder()
  await using running = folder.open()
  const env = { DATA_DIR: folder.path }
  expect(await verify(env)).toEqual({
    status: 0,
    out: ['The audit log is intact: 0 entries.'],
    err: [],
  })
  await enter(running.db, 3)
  await seal(running.db)
  const hash = await readHash(running.db, 3)
  const good = ['The audit log is intact: 3 entries.', `The last hash is 3:${hash}.`]
  expect(await verify(env)).toEqual({ status: 0, out: good, err: [] })
  expect(await verify(env, '--logged', `3:${hash}`)).toEqual({ status: 0, out: good, err: [] })
  await enter(running.db, 1)
  expect((await verify(env)).out[0]).toContain('4 entries, 1 not yet hashed:')
})

test('names the first broken entry, even on a libSQL server', async () => {
  await using server = libsqlServer()
  const engine = openRemote(server.url, undefined)
  await migrate(engine, { now: () => NOON })
  const db = keyed(createDatabase(engine))
  await enter(db, 5)
  await seal(db)
  using folder = await dataFolder()
  const env = { DATABASE_URL: server.url, DATA_DIR: folder.path }
  expect((await verify(env)).status).toBe(0)
  await tamper(engine, "UPDATE audit_entries SET address = '10.0.0.1' WHERE id IN (3, 5)")
  expect(await verify(env)).toEqual({
    status: 1,
    out: [],
    err: ['Entry 3 is broken: it was changed, or an entry before it was changed or removed.'],
  })
  await engine.close()
})

test('detects entries removed from the end', async () => {
  using folder = await dataFolder()
  await using running = folder.open()
  await enter(running.db, 5)
  await seal(running.db)
  await tamper(running.engine, 'DELETE FROM audit_entries WHERE id > 3')
  expect(await verify({ DATA_DIR: folder.path })).toMatchObject({
    status: 1,
    err: ['Entry 4 and everything after it are missing.'],
  })
})

test("a recomputed chain doesn't match the log", async () => {
  using folder = await dataFolder()
  await using running = folder.open()
  await enter(running.db, 3)
  await seal(running.db)
  const logged = `2:${await readHash(running.db, 2)}`
  await tamper(running.engine, "UPDATE audit_entries SET hash = NULL, actor = 'eve'")
  await seal(running.db)
  const env = { DATA_DIR: folder.path }
  expect((await verify(env)).status).toBe(0)
  expect(await verify(env, '--logged', logged)).toEqual({
    status: 1,
    out: [],
    err: ['The hash of entry 2 differs from the logged one.'],
  })
  expect(await verify(env, '--logged', `9:${'0'.repeat(64)}`)).toMatchObject({
    status: 1,
    err: ['Entry 9 no longer exists.'],
  })
})

test.each([
  [['list'], 'Unknown or missing command: use verify.'],
  [['verify', '--logged', '3'], '--logged takes the id and the hash of an entry, as ID:HASH.'],
  [
    ['verify', '--logged', `0:${'a'.repeat(64)}`],
    '--logged takes the id and the hash of an entry, as ID:HASH.',
  ],
])('rejects %j with one sentence', async (args, sentence) => {
  const io = { env: {}, out: () => undefined, err: () => undefined }
  const refusal: unknown = await auditCommand.run(args, io).catch((error) => error)
  expect(refusal).toEqual(new StartError(sentence))
})
