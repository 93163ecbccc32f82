import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { verifyAudit } from '#src/audit/chain.ts'
import { logAudit } from '#src/audit/log-lines.ts'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { migrate } from '#src/db/migrate.ts'
import { createLog } from '#src/log.ts'
import { isLong, printFigures, shortOrLong } from '#src/testing/attack.ts'
import { measureTurns } from '#src/testing/event-loop-delay.ts'
import { slownessOf, workMs } from '#src/testing/fixed-work.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { keyed, TEST_KEYS } from '#src/testing/keyed.ts'
import { NOON } from '#src/testing/test-app.ts'

/** Processor time on the machine of WORK_MS. */
const TURN_MAX_MS = 50
const WORK_RUNS = 50
const ENTRIES_PER_TURN = 200
const ENTRIES = shortOrLong(2_000, 50_000)

test('seals, logs and verifies a long unsealed audit log in short turns', async () => {
  using folder = temporaryFolder()
  const engine = openEmbedded(join(folder.path, 'passwright.sqlite'))
  try {
    await migrate(engine, { now: () => NOON })
    const db = keyed(createDatabase(engine))
    const subject = 'x'.repeat(200)
    await db.run(sql`
      INSERT INTO audit_entries (at, actor, action, subject, detail, address)
      WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${ENTRIES})
      SELECT ${NOON.toISOString()}, 'ada', 'permission_refused', ${subject}, i, '203.0.113.7' FROM numbers`)
    let logged = 0
    const log = createLog({ format: 'json', now: () => NOON, write: () => (logged += 1) })
    const sealing = await measureTurns(() => logAudit({ db, log }))
    let broken: unknown
    const verifying = await measureTurns(async () => {
      broken = (await verifyAudit(db, TEST_KEYS)).broken
    })
    printFigures(`Audit log of ${ENTRIES} entries`, {
      'ms longest turn of sealing and logging': Math.round(sealing.longestMs),
      'ms of verifying': Math.round(verifying.longestMs),
    })
    expect([logged, broken]).toEqual([ENTRIES, null])
    expect(Math.min(sealing.turns, verifying.turns)).toBeGreaterThanOrEqual(ENTRIES / ENTRIES_PER_TURN)
    if (isLong)
      expect(Math.max(sealing.longestMs, verifying.longestMs)).toBeLessThanOrEqual(
        TURN_MAX_MS * slownessOf(Array.from({ length: WORK_RUNS }, workMs)),
      )
  } finally {
    await engine.close()
  }
})
