import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { readConfig } from './config.ts'
import { databaseDown } from './db/outage.ts'
import { StartError } from './errors.ts'
import { createLog } from './log.ts'
import { run } from './run.ts'

test('a database outage during startup stops it with a one-sentence error', async () => {
  using folder = temporaryFolder()
  const now = () => new Date()
  const config = readConfig(['--port', '0', '--data', join(folder.path, 'data')], { TZ: 'UTC' })
  const log = createLog({ format: 'json', now, write: () => undefined })
  const build = { files: new Map(), manifest: { 'web/main.ts': { file: 'assets/main.js' } } }
  const demo = {
    fill: () => Promise.reject(databaseDown(new Error('the database server hasn’t responded for 450 ms'))),
    publicFetch: () => Promise.reject(new Error('nothing is fetched')),
  }
  const started = run(config, { log, build, demo })
  await expect(started).rejects.toThrow(
    new StartError("The database can't be used: the database server hasn’t responded for 450 ms."),
  )
})
