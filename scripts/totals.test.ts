import { expect, test } from 'bun:test'
import { readTotals } from './totals.ts'

function report(counts: { tests: number; failures?: number; skipped?: number }, files: string[]): string {
  const { tests, failures = 0, skipped = 0 } = counts
  const suites = files.map((file) => `<testsuite name="${file}" file="${file}" tests="1"></testsuite>`)
  return `<?xml version="1.0"?>
<testsuites name="bun test" tests="${tests}" assertions="9" failures="${failures}" skipped="${skipped}" time="1">
${suites.join('\n')}
</testsuites>`
}

test.each([
  ['all good', report({ tests: 3 }, ['a.ts', 'b.ts']), 0, { passed: 3, failed: 0, skipped: 0 }],
  [
    'two failures',
    report({ tests: 3, failures: 2 }, ['a.ts', 'b.ts']),
    1,
    { passed: 1, failed: 2, skipped: 0 },
  ],
  [
    'a skipped test',
    report({ tests: 3, skipped: 1 }, ['a.ts', 'b.ts']),
    0,
    { passed: 2, failed: 0, skipped: 1 },
  ],
  ['a file that did not load', report({ tests: 3 }, ['a.ts']), 1, { passed: 3, failed: 1, skipped: 0 }],
  ['a file without tests', report({ tests: 3 }, ['a.ts']), 0, { passed: 3, failed: 1, skipped: 0 }],
  [
    'a bad end after good tests',
    report({ tests: 3 }, ['a.ts', 'b.ts']),
    1,
    { passed: 3, failed: 1, skipped: 0 },
  ],
  [
    'killed after good tests',
    report({ tests: 3 }, ['a.ts', 'b.ts']),
    null,
    { passed: 3, failed: 1, skipped: 0 },
  ],
  ['a run without a report', null, 0, { passed: 0, failed: 2, skipped: 0 }],
])('%s: the totals tell the truth', (_, text, exitCode, totals) => {
  expect(readTotals(text, exitCode, ['a.ts', 'b.ts'])).toEqual(totals)
})
