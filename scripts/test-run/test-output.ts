import type { Entry } from '#src/testing/run-record.ts'

const HEADER = /^(\S+\.tsx?):$/
const RESULT = /^\((pass|fail|skip|todo)\) (.*?)(?: \[([\d.]+)ms\])?$/
/** Starts the line of an error that ended a worker. */
export const CRASHED = 'worker crashed'
const CRASH = /^✗ (\S+) \((worker crashed: .*)\)$/
const TIMEOUT = /^ +\^ this test timed out after .*/
const UNHANDLED = '# Unhandled error between tests'
const RECAP = /^\d+ tests? failed:$/

/**
 * Parses what `bun test` writes to stderr, line by line, and calls `report` as soon as a result is known. Leaves out the
 * texts of errors, because those of several workers are mixed.
 */
export function testOutputReader(report: (entry: Entry) => void): (line: string) => void {
  let file = ''
  let isRecap = false
  return (line) => {
    if (RECAP.test(line)) isRecap = true
    if (isRecap) return
    const [, header] = HEADER.exec(line) ?? []
    const [, outcome, name = '', duration = '0'] = RESULT.exec(line) ?? []
    const [, crashed, reason = ''] = CRASH.exec(line) ?? []
    const ms = Number(duration)
    if (header) file = header
    else if (crashed) {
      report({ kind: 'failed', file: crashed, name: 'did not end', ms: 0 })
      report({ kind: 'error', file: crashed, line: reason })
    } else if (line === UNHANDLED) report({ kind: 'failed', file, name: 'outside of its tests', ms: 0 })
    else if (TIMEOUT.test(line)) report({ kind: 'error', file, line: line.trim() })
    else if (outcome === 'pass') report({ kind: 'passed', file, name, ms })
    else if (outcome === 'fail') report({ kind: 'failed', file, name, ms })
    else if (outcome) report({ kind: 'skipped', file, name, ms })
  }
}
