import { expect, test } from 'bun:test'
import { openEmbedded } from '#src/db/embedded.ts'
import type { Engine } from '#src/db/engine.ts'
import { migrate } from '#src/db/migrate.ts'
import { bringUpToDate, MIGRATED_AT, openMigrated } from './migrated-database.ts'

async function contentOf(engine: Engine) {
  const schema = await engine.run({
    sql: 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY 1, 2',
    params: [],
  })
  const tables = schema.filter(([type]) => type === 'table').map(([, name]) => String(name))
  const rows = await engine.batch(
    tables.map((name) => ({ sql: `SELECT * FROM "${name}" ORDER BY 1`, params: [] })),
  )
  return { schema, rows: Object.fromEntries(tables.map((name, index) => [name, rows[index]])) }
}

test('test databases equal migrated ones', async () => {
  const migrated = openEmbedded(':memory:')
  await migrate(migrated, { now: () => MIGRATED_AT })
  const scripted = openEmbedded(':memory:')
  await bringUpToDate(scripted)
  const expected = await contentOf(migrated)
  expect(Object.keys(expected.rows)).toContain('posts')
  expect(await contentOf(await openMigrated())).toEqual(expected)
  expect(await contentOf(scripted)).toEqual(expected)
})
