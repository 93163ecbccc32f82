import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { ENGINES } from '#src/testing/engines.ts'
import { databaseClock } from './lease.ts'

test.each(ENGINES)('%s formats times like Date.toISOString()', async (_, open) => {
  await using opened = await open()
  const db = await opened.migrated()
  const [[before, now, later] = []] = await db.values<string[]>(
    sql`SELECT ${databaseClock(-1)}, ${databaseClock(0)}, ${databaseClock(60_001)}`,
  )
  const moments = [before, now, later].map((text) => new Date(text ?? ''))
  expect(moments.map((moment) => moment.toISOString())).toEqual([before, now, later].map(String))
  const [first, second, third] = moments.map(Number)
  expect([second, third]).toEqual([Number(first) + 1, Number(first) + 60_002])
})
