import { createInterface } from 'node:readline'
import { createDatabase } from '#src/db/database.ts'
import { openEmbedded } from '#src/db/embedded.ts'
import { migrate } from '#src/db/migrate.ts'
import { createLog } from '#src/log.ts'
import { createCounter } from '#src/statistics/counter.ts'

/**
 * Counts visitors in a database that another process inspects. Each input line is a number of visitors or 'next day'.
 */
const [, , path = ''] = process.argv
let now = new Date('2026-03-14T12:00:00Z')
const engine = openEmbedded(path)
await migrate(engine, { now: () => now })
const log = createLog({ format: 'text', now: () => now, write: (line) => process.stderr.write(line) })
const counter = createCounter({ db: createDatabase(engine), now: () => now, timeZone: 'UTC', log })

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'next day') {
    now = new Date(now.getTime() + 86_400_000)
    await counter.closePastDays()
  } else {
    const visitors = Array.from({ length: Number(line) }, (_, index) => ({
      address: `10.0.${index >> 8}.${index & 255}`,
      agent: 'Mozilla/5.0 Firefox/140.0',
    }))
    await Promise.all(visitors.map((visitor) => counter.countView('/', visitor)))
    for (const visitor of visitors) await counter.countView('/about', visitor)
  }
  process.stdout.write('done\n')
}
await counter.close()
await engine.close()
