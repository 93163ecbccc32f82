import type { Totals } from '#src/testing/run-record.ts'

/** Repeats the failures, because truncated output keeps only the end. Returns the exit status. */
export function printTotals({ passed, failed, skipped, failures }: Totals): number {
  for (const failure of failures) process.stdout.write(`(fail) ${failure}\n`)
  if (skipped > 0) process.stdout.write(`${skipped} skipped\n`)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed > 0 ? 1 : 0
}
