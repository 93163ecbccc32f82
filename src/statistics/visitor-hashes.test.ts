import { expect, test } from 'bun:test'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { bringUpToDate } from '#src/testing/migrated-database.ts'
import { createRecentVisitors } from './recent-visitors.ts'
import { createVisitorHashes } from './visitor-hashes.ts'

test('overwrites the salt in memory when the day ends, and hashes nothing with it any more', async () => {
  const engine = openEmbedded(':memory:')
  await bringUpToDate(engine)
  const hashes = createVisitorHashes(
    createDatabase(engine),
    async () => undefined,
    createRecentVisitors(() => new Date(0)),
  )
  const salt = await hashes.startDay('2026-03-14')
  if (!salt) throw new Error('the day is closed')
  const visitor = { address: '203.0.113.7', agent: 'Firefox' }
  expect(salt.bytes.some((byte) => byte !== 0)).toBe(true)
  expect((await hashes.identify(visitor, salt))?.length).toBe(32)
  await hashes.eraseDaysBefore('2026-03-15')
  expect(salt.bytes.every((byte) => byte === 0)).toBe(true)
  expect(await hashes.identify(visitor, salt)).toBeNull()
})
