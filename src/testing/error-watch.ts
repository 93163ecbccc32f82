import { afterEach } from 'bun:test'

const unexpected: string[] = []

/** Takes a line of a test's log: one that tells of an error fails the test, for a good answer may hide a fault. */
export function watchLine(line: string): void {
  if (/"level":"error"/.test(line)) unexpected.push(line)
}

afterEach(() => {
  const lines = unexpected.splice(0)
  if (lines.length > 0)
    throw new Error(`the log tells of an error that no test expected:\n${lines.join('\n')}`)
})
