import { afterAll, beforeAll, setSystemTime } from 'bun:test'
import { NOON } from './test-app.ts'

/** Call at a file's top: on a slow machine, rate limits in memory must not expire between requests. */
export function freezeDate(): void {
  beforeAll(() => void setSystemTime(NOON))
  afterAll(() => void setSystemTime())
}
