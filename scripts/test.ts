import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTotals } from './test-run/print-totals.ts'
import '#src/testing/memory-files.ts'
import { readRecord, totalsOf } from '#src/testing/run-record.ts'
import { adoptOrphans, killDescendants } from './test-run/process-tree.ts'

// Supervises the runner. Whichever of the two is killed, the other ends what the run started and prints its totals.
adoptOrphans()
const folder = mkdtempSync(join(tmpdir(), 'passwright-test-'))
const record = join(folder, 'record.jsonl')
await Bun.write(record, '')
const runner = Bun.spawn(
  [process.execPath, join(import.meta.dir, 'test-run/runner.ts'), record, ...process.argv.slice(2)],
  // In a session of its own, so that signals from the terminal don't reach it.
  { stdio: ['pipe', 'inherit', 'inherit'], detached: true },
)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => runner.stdin.end())
await runner.exited
await killDescendants()
// A run that was cut off removes its record; a runner that fails itself prints no totals.
const entries = existsSync(record) ? readRecord(record) : null
const isReported = entries?.some(({ kind }) => kind === 'reported') ?? true
const status = isReported && runner.exitCode !== null ? runner.exitCode : printTotals(totalsOf(entries ?? []))
rmSync(folder, { recursive: true, force: true })
process.exit(status)
