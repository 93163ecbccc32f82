import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { logAudit } from '#src/audit/log-lines.ts'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { migrate } from '#src/db/migrate.ts'
import { createLog } from '#src/log.ts'
import { isLong, printFigures, shortOrLong } from '#src/testing/attack.ts'
import { measureTurns } from '#src/testing/event-loop-delay.ts'
import { slownessOf, workMs } from '#src/testing/fixed-work.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { NOON } from '#src/testing/test-app.ts'

/** Processor time on the machine of WORK_MS. */
const TURN_MAX_MS = 50
const WORK_RUNS = 50
const ENTRIES_PER_TURN = 200
const ENTRIES = shortOrLong(2_000, 50_000)

test('logs a long audit log in short turns', async () => {
  using folder = temporaryFolder()
  const engine = openEmbedded(join(folder.path, 'passwright.sqlite'))
  try {
    await migrate(engine, { now: () => NOON })
    const db = createDatabase(engine)
    const subject = 'x'.repeat(200)
    await db.run(sql`
      INSERT INTO audit_entries (at, actor, action, subject, detail, address)
      WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${ENTRIES})
      SELECT ${NOON.toISOString()}, 'ada', 'permission_refused', ${subject}, i, '203.0.113.7' FROM numbers`)
    let logged = 0
    const log = createLog({ format: 'json', now: () => NOON, write: () => (logged += 1) })
    const { longestMs, turns } = await measureTurns(() => logAudit({ db, log }))
    printFigures(`Audit log of ${ENTRIES} entries`, { 'ms longest turn of logging': Math.round(longestMs) })
    expect(logged).toBe(ENTRIES)
    expect(turns).toBeGreaterThanOrEqual(ENTRIES / ENTRIES_PER_TURN)
    if (isLong)
      expect(longestMs).toBeLessThanOrEqual(
        TURN_MAX_MS * slownessOf(Array.from({ length: WORK_RUNS }, workMs)),
      )
  } finally {
    await engine.close()
  }
})
