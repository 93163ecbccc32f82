import { expect, test } from 'bun:test'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { migrate } from '#src/db/migrate.ts'
import { keyed } from '#src/testing/keyed.ts'
import { NOON } from '#src/testing/test-app.ts'
import { SESSION_MS } from './store.ts'
import { createTokens } from './tokens.ts'

test('rejects a cached token once it has expired', async () => {
  const engine = openEmbedded(':memory:')
  await migrate(engine, { now: () => NOON })
  const tokens = createTokens(keyed(createDatabase(engine)))
  const token = await tokens.sign(1, 'one', NOON)
  const after = (milliseconds: number) => tokens.sessionOf(token, new Date(NOON.getTime() + milliseconds))
  expect(await after(0)).toBe('one')
  expect(await after(SESSION_MS - 1)).toBe('one')
  expect(await after(SESSION_MS)).toBe(null)
  expect(await tokens.sessionOf(`${token}x`, NOON)).toBe(null)
})
