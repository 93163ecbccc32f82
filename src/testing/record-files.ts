import { afterAll, beforeAll } from 'bun:test'
import { append, currentFile, RECORD } from './run-record.ts'

/** Preloaded, so that scripts/test knows which worker runs which file. */
function recordFile(record: string, kind: 'started' | 'ended'): void {
  append(record, { kind, file: currentFile(), pid: process.pid, at: Date.now() })
}

if (RECORD !== undefined) {
  const record = RECORD
  beforeAll(() => recordFile(record, 'started'))
  afterAll(() => recordFile(record, 'ended'))
}
