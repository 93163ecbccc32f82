import { parse } from 'node-html-parser'

/** How many tests passed and failed, with a line for each failure; skipped ones are neither. */
export type Totals = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
}

export const NONE: Totals = { passed: 0, failed: 0, skipped: 0, failures: [] }

export function addTotals(one: Totals, other: Totals): Totals {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
  }
}

type Run = { report: string | null; exitCode: number | null; files: string[] }

/**
 * The totals of one run from its JUnit `report`, null if it left none. Failures missing from the report count as one
 * each: files of `files` that couldn't be loaded or crashed, and otherwise unexplained exit codes.
 */
export function readTotals({ report, exitCode, files }: Run): Totals {
  const suites = parse(report ?? '')
  const seen = new Set(suites.querySelectorAll('testsuite').map((suite) => suite.getAttribute('file')))
  const cases = suites.querySelectorAll('testcase')
  const skipped = cases.filter((test) => test.querySelector('skipped')).length
  const failed = cases.flatMap((test) => {
    const failure = test.querySelector('failure')
    if (!failure) return []
    const [reason = ''] = (failure.getAttribute('message') ?? '').split('\n')
    return `${test.getAttribute('file')}:${test.getAttribute('line')} ${test.getAttribute('name')}: ${reason}`
  })
  const missing = files.filter((file) => !seen.has(file)).map((file) => `${file} left no report`)
  const failures = [...failed, ...missing]
  const isUnexplained = failures.length === 0 && (exitCode !== 0 || report === null)
  if (isUnexplained) failures.push(`${files.join(' ')} ended with the status ${exitCode}`)
  return {
    passed: cases.length - failed.length - skipped,
    failed: failures.length,
    skipped,
    failures,
  }
}
