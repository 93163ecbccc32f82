import { expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { startServer } from '#web/e2e/harness.ts'
import {
  type Acknowledged,
  countLost,
  countOf,
  keepWriting,
  MANY_ADDRESSES,
  randomFactors,
  setUpBehindProxy,
  untilMore,
} from './acknowledged-writes.ts'

const ROUNDS = shortOrLong(2, 12)
const FILES = ['passwright.db', 'passwright.db-wal']

const compiler = Bun.which('cc')

/** Compiles the library and returns the environment that preloads it; empty without a compiler. */
function powerCut(folder: string): Record<string, string> {
  if (!compiler) return {}
  const library = join(folder, 'power-cut.so')
  const source = join(import.meta.dir, 'power-cut.c')
  const { exitCode, stderr } = Bun.spawnSync([compiler, '-shared', '-fPIC', '-O2', '-o', library, source])
  if (exitCode !== 0) throw new Error(`the power cut library did not compile: ${stderr}`)
  mkdirSync(join(folder, 'kept'))
  return { LD_PRELOAD: library, KEPT: join(folder, 'kept') }
}

function cutPower(folder: string): void {
  if (!compiler) return
  const data = join(folder, 'data')
  rmSync(join(data, 'passwright.db-shm'), { force: true })
  for (const file of FILES) {
    rmSync(join(data, file), { force: true })
    if (existsSync(join(folder, 'kept', file))) copyFileSync(join(folder, 'kept', file), join(data, file))
  }
}

const withoutCompiler = compiler ? '' : ', but there is no C compiler here'

test(`the power cut library keeps exactly the synced data${withoutCompiler}`, async () => {
  using folder = temporaryFolder()
  const env = powerCut(folder.path)
  const write = `
    const { Database } = require('bun:sqlite')
    for (const [name, level] of [['safe', 'FULL'], ['unsafe', 'OFF']]) {
      const db = new Database(name + '.db')
      db.run('PRAGMA synchronous = ' + level)
      db.run('PRAGMA journal_mode = WAL')
      db.run('CREATE TABLE t (a)')
    }
    process.kill(process.pid, 'SIGKILL')`
  const child = Bun.spawn([process.execPath, '-e', write], {
    cwd: folder.path,
    env: { ...process.env, ...env },
  })
  await child.exited
  const kept = folder.contents().map(({ name }) => name)
  expect(kept.includes('kept/safe.db-wal')).toBe(compiler !== null)
  expect(kept.filter((name) => name.startsWith('kept/unsafe'))).toEqual([])
})

test(`a power cut during writes loses no acknowledged data${withoutCompiler && `${withoutCompiler}: tested with a kill only`}`, async () => {
  using folder = temporaryFolder()
  const env = powerCut(folder.path)
  const factor = randomFactors()
  const acknowledged: Acknowledged = { events: 0, titles: [] }
  let token: string | undefined
  let lost = 0
  for (let round = 1; round <= ROUNDS; round++) {
    await using server = await startServer({ folder: folder.path, flags: MANY_ADDRESSES, env })
    token ??= await setUpBehindProxy(server)
    const writing = keepWriting(server, token, acknowledged)
    await untilMore(acknowledged, shortOrLong(20, 200) * factor())
    await server.stop('SIGKILL')
    await writing
    cutPower(folder.path)
    lost += countLost(folder.path, acknowledged)
  }
  printFigures('Power cuts under load', {
    rounds: ROUNDS,
    'acknowledged writes': countOf(acknowledged),
    lost,
  })
  expect(lost).toBe(0)
})
