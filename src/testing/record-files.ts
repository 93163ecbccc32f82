import { afterAll, beforeAll } from 'bun:test'
import { relative } from 'node:path'
import { append } from './run-record.ts'

const RECORD = process.env.PASSWRIGHT_TEST_RECORD

/** Bun.main is the test file at work. */
const currentFile = () => relative(process.cwd(), Bun.main)

/** Preloaded: tells scripts/test which worker runs which file. */
if (RECORD !== undefined) {
  const record = (kind: 'started' | 'ended') => () =>
    append(RECORD, { kind, file: currentFile(), pid: process.pid, at: Date.now() })
  beforeAll(record('started'))
  afterAll(record('ended'))
}

const recorded = new Set<string>()

/** For `scripts/test --changed`: the pages that a file of browser tests opens. */
export function recordPage(address: string): void {
  const { pathname: path } = new URL(address)
  const file = currentFile()
  if (RECORD === undefined || recorded.has(`${file} ${path}`)) return
  recorded.add(`${file} ${path}`)
  append(RECORD, { kind: 'opened', file, path })
}
