import { afterEach } from 'bun:test'

const unexpected: string[] = []

/** Logged errors fail the test, because a good response may hide a fault. */
export function watchLine(line: string): void {
  if (/"level":"error"/.test(line)) unexpected.push(line)
}

afterEach(() => {
  const lines = unexpected.splice(0)
  if (lines.length > 0) throw new Error(`unexpected error in the log:\n${lines.join('\n')}`)
})
