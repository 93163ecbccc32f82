import { expect, test } from 'bun:test'
import { addTotals, NONE, readTotals } from './test-totals.ts'

const GOOD = ''
const SKIPPED = '<skipped />'
const FAILED = '<failure type="Error" message="a &lt; b&#10;&#10;Expected: 1">whole story</failure>'

/** A report as Bun writes it: each file with its tests, whose names need escaping. */
function report(files: Record<string, string[]>): string {
  const suites = Object.entries(files).map(([file, tests]) => {
    const cases = tests.map((content, index) => {
      const attributes = `name="is &quot;${index}&quot; &amp; &lt;b&gt;" classname="" file="${file}" line="${index + 7}"`
      return content === ''
        ? `<testcase ${attributes} />`
        : `<testcase ${attributes}>\n${content}\n</testcase>`
    })
    const [first = '', ...others] = cases
    return `<testsuite name="${file}" file="${file}" tests="${tests.length}">
${first}
<testsuite name="group" file="${file}" line="3">${others.join('\n')}</testsuite>
</testsuite>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="bun test" tests="9" assertions="9" failures="0" skipped="0" time="1">
${suites.join('\n')}
</testsuites>`
}

const two = (...tests: string[]) => report({ 'a.ts': [GOOD], 'b.ts': tests })

test.each([
  ['passing tests', two(GOOD, GOOD), 0, { passed: 3, failed: 0, skipped: 0, failures: [] }],
  [
    'two failures',
    two(FAILED, FAILED),
    1,
    {
      passed: 1,
      failed: 2,
      skipped: 0,
      failures: ['b.ts:7 is "0" & <b>: a < b', 'b.ts:8 is "1" & <b>: a < b'],
    },
  ],
  ['a skipped test', two(GOOD, SKIPPED), 0, { passed: 2, failed: 0, skipped: 1, failures: [] }],
  [
    'a file that did not load',
    report({ 'a.ts': [GOOD, GOOD] }),
    1,
    { passed: 2, failed: 1, skipped: 0, failures: ['b.ts left no report'] },
  ],
  [
    'a file without tests',
    report({ 'a.ts': [GOOD, GOOD] }),
    0,
    { passed: 2, failed: 1, skipped: 0, failures: ['b.ts left no report'] },
  ],
  [
    'a nonzero exit after passing tests',
    two(GOOD),
    1,
    { passed: 2, failed: 1, skipped: 0, failures: ['a.ts b.ts ended with the status 1'] },
  ],
  [
    'a run killed after passing tests',
    two(GOOD),
    null,
    { passed: 2, failed: 1, skipped: 0, failures: ['a.ts b.ts ended with the status null'] },
  ],
  [
    'a run without a report',
    null,
    0,
    {
      passed: 0,
      failed: 2,
      skipped: 0,
      failures: ['a.ts left no report', 'b.ts left no report'],
    },
  ],
])('totals of %s', (_, text, exitCode, totals) => {
  expect(readTotals({ report: text, exitCode, files: ['a.ts', 'b.ts'] })).toEqual(totals)
})

test('a run without a file list fails if it leaves no report', () => {
  expect(readTotals({ report: null, exitCode: 0, files: [] })).toMatchObject({
    passed: 0,
    failed: 1,
  })
})

test('totals of several runs are summed', () => {
  const one = { passed: 1, failed: 1, skipped: 0, failures: ['a'] }
  const other = { passed: 2, failed: 1, skipped: 4, failures: ['b'] }
  expect(addTotals(addTotals(NONE, one), other)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 4,
    failures: ['a', 'b'],
  })
})
