import { afterAll, beforeAll } from 'bun:test'
import { append, currentFile, RECORD } from './run-record.ts'

/** Preloaded: tells scripts/test which worker runs which file. */
if (RECORD !== undefined) {
  const record = (kind: 'started' | 'ended') => () =>
    append(RECORD, { kind, file: currentFile(), pid: process.pid, at: Date.now() })
  beforeAll(record('started'))
  afterAll(record('ended'))
}
