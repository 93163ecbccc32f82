import { afterEach, expect, jest, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { until } from '#src/testing/time-limits.ts'
import { readConfig } from './config.ts'
import { databaseDown } from './db/outage.ts'
import { StartError } from './errors.ts'
import { createLog } from './log.ts'
import { run } from './run.ts'

const build = { files: new Map(), manifest: { 'web/main.ts': { file: 'assets/main.js' } } }

afterEach(() => void jest.useRealTimers())

test('jobs start a second after the server, so that the first requests don’t wait for them', async () => {
  using folder = temporaryFolder()
  const lines: string[] = []
  const write = (line: string) => lines.push(line)
  const log = createLog({ format: 'json', level: 'debug', now: () => new Date(), write })
  jest.useFakeTimers()
  const config = readConfig(['--port', '0', '--data', join(folder.path, 'data')], { TZ: 'UTC' })
  const server = await run(config, { log, build })
  const jobsDone = () => lines.filter((line) => line.includes('"job done"')).length
  expect(jobsDone()).toBe(0)
  jest.advanceTimersByTime(1000)
  jest.useRealTimers()
  await until('a job is done', () => jobsDone() > 0)
  await server.stop()
})

test('a database outage during startup stops it with a one-sentence error', async () => {
  using folder = temporaryFolder()
  const now = () => new Date()
  const config = readConfig(['--port', '0', '--data', join(folder.path, 'data')], { TZ: 'UTC' })
  const log = createLog({ format: 'json', now, write: () => undefined })
  const demo = {
    fill: () => Promise.reject(databaseDown(new Error('the database server hasn’t responded for 450 ms'))),
    publicFetch: () => Promise.reject(new Error('nothing is fetched')),
  }
  const started = run(config, { log, build, demo })
  await expect(started).rejects.toThrow(
    new StartError("The database can't be used: the database server hasn’t responded for 450 ms."),
  )
})
