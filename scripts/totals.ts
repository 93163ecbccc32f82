import { parse } from 'node-html-parser'

/**
 * How many tests passed and failed, with a line for each failure; skipped ones are neither. `unsteady` names those among
 * the passed that had failed before.
 */
export type Totals = {
  passed: number
  failed: number
  skipped: number
  failures: string[]
  unsteady: string[]
}

export const NONE: Totals = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] }

export function addTotals(one: Totals, other: Totals): Totals {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failures: [...one.failures, ...other.failures],
    unsteady: [...one.unsteady, ...other.unsteady],
  }
}

type Run = { report: string | null; exitCode: number | null; output: string; files: string[] }

/** What Bun prints, and its report leaves out, of a test that was tried again. */
const PASSED_LATER = /^\(pass\) (.+) \(attempt (?!1\))\d+\)/gm

/**
 * The totals of one run from its JUnit `report`, null when it left none, and from what it printed. A run can fail in ways
 * its report doesn't tell: a file that can't be loaded is not in it (`files` are those that must be), and neither is a
 * crash. Each such file counts as one failure, and so does a bad exit that nothing else explains.
 */
export function readTotals({ report, exitCode, output, files }: Run): Totals {
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
    unsteady: [...output.matchAll(PASSED_LATER)].map(([, name]) => `${files.join(' ')} ${name}`),
  }
}
