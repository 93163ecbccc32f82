import { expect, test } from 'bun:test'
import { appendFileSync, copyFileSync, mkdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { until } from '#src/testing/time-limits.ts'
import { EXECUTABLE } from '#web/e2e/harness.ts'
import {
  type Acknowledged,
  countLost,
  countOf,
  keepWriting,
  MANY_ADDRESSES,
  setUpBehindProxy,
  untilMore,
} from './acknowledged-writes.ts'

const ROUNDS = shortOrLong(2, 10)
const ALONE = ['unshare', '--map-root-user', '--mount']

/** Why the disk can't be limited here; empty if it can. */
const { exitCode, stderr } = Bun.which('unshare')
  ? Bun.spawnSync([...ALONE, 'sh', '-c', 'mount -t tmpfs -o size=1m tmpfs /mnt'])
  : { exitCode: 1, stderr: 'unshare is not installed' }
const reason = exitCode === 0 ? '' : `, but here the disk stays large: ${stderr.toString().trim()}`

/** The executable with its data on a small disk, where possible. */
async function startOnSmallDisk(folder: string) {
  mkdirSync(join(folder, 'data'))
  const start = 'mount -t tmpfs -o size=24m tmpfs data && exec "$0" "$@"'
  const around = reason ? [] : [...ALONE, 'sh', '-c', start]
  const child = Bun.spawn([...around, EXECUTABLE, '--port', '0', ...MANY_ADDRESSES], {
    cwd: folder,
    stdout: 'pipe',
  })
  const { value } = await child.stdout.getReader().read()
  const output = new TextDecoder().decode(value)
  const stop = async () => {
    child.kill('SIGTERM')
    return child.exited
  }
  return {
    url: /is listening on (\S+),/.exec(output)?.[1] ?? '',
    // Through /proc, because the disk is in the server's mount namespace.
    folder: `/proc/${child.pid}/cwd`,
    pid: child.pid,
    output: () => output,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}

function fill(path: string): void {
  for (let size = 64 * 1024; size >= 512; ) {
    try {
      appendFileSync(path, new Uint8Array(size))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      size /= 2
    }
  }
}

test(`a repeatedly full disk loses no acknowledged data${reason}`, async () => {
  using folder = temporaryFolder()
  await using server = await startOnSmallDisk(folder.path)
  const acknowledged: Acknowledged = { events: 0, titles: [] }
  const token = await setUpBehindProxy(server)
  let refusals = 0
  for (let round = 1; round <= ROUNDS; round++) {
    const filler = join(server.folder, 'data', 'filler')
    let isOver = false
    let isRefused = false
    const writing = keepWriting(server, token, acknowledged, {
      isOver: () => isOver,
      onRefusal: () => {
        isRefused = true
      },
    })
    await untilMore(acknowledged, 1)
    if (!reason) {
      fill(filler)
      await until('a write is refused', () => isRefused)
    }
    expect((await fetch(server.url)).status).toBe(200)
    isOver = true
    refusals += (await writing).refused
    if (!reason) unlinkSync(filler)
    let isEnough = false
    const again = keepWriting(server, token, acknowledged, { isOver: () => isEnough })
    await untilMore(acknowledged, 20)
    isEnough = true
    await again
  }
  // Nobody is writing, so the files are consistent; SQLite would look for them in our own mount namespace.
  using copy = temporaryFolder()
  mkdirSync(join(copy.path, 'data'))
  for (const file of ['passwright.db', 'passwright.db-wal'])
    copyFileSync(join(server.folder, 'data', file), join(copy.path, 'data', file))
  const lost = countLost(copy.path, acknowledged)
  printFigures('Full disks', {
    rounds: ROUNDS,
    'acknowledged writes': countOf(acknowledged),
    'refused while full': refusals,
    lost,
  })
  expect(lost).toBe(0)
  expect(refusals > 0).toBe(!reason)
  if (!reason) fill(join(server.folder, 'data', 'filler'))
  expect(await server.stop()).toBe(0)
})
