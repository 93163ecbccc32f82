/** How many tests passed and failed; skipped ones are neither. */
export type Totals = { passed: number; failed: number; skipped: number }

export const NONE: Totals = { passed: 0, failed: 0, skipped: 0 }

export function addTotals(one: Totals, other: Totals): Totals {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}

/**
 * The totals of one run from its JUnit `report`, null when it left none. A run can fail in ways its report doesn't
 * tell: a file that can't be loaded is not in it (`files` are those that must be), and neither is a crash. Each such
 * file counts as one failure, and so does a bad exit that nothing else explains.
 */
export function readTotals(report: string | null, exitCode: number | null, files: string[]): Totals {
  if (report === null) return { passed: 0, failed: Math.max(1, files.length), skipped: 0 }
  const whole = /<testsuites [^>]*>/.exec(report)?.[0] ?? ''
  const skipped = readNumber(whole, 'skipped')
  const failures = readNumber(whole, 'failures')
  const seen = new Set(Array.from(report.matchAll(/<testsuite [^>]*file="([^"]*)"/g), ([, file]) => file))
  const missing = files.filter((file) => !seen.has(file)).length
  const failed = failures + missing
  return {
    passed: readNumber(whole, 'tests') - failures - skipped,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped,
  }
}

function readNumber(element: string, attribute: string): number {
  return Number(new RegExp(` ${attribute}="(\\d+)"`).exec(element)?.[1] ?? 0)
}
