import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { SLOWNESS, until } from '#src/testing/time-limits.ts'
import { kill, processes } from './process-tree.ts'

const ROOT = join(import.meta.dir, '../..')

const FINE = `test('is fine', () => {})`
const BLOCKS = `test('never ends', () => Bun.sleepSync(1e9))`

/** A child that outlives its parent; FOLDER/child has its pid. */
const withChild = (rest: string) => `test('has a child', async () => {
  await Bun.write(import.meta.dir + '/child', String(Bun.spawn(['sleep', '1000']).pid))
  ${rest}
})`
const WAITS = withChild('await new Promise(() => setInterval(() => {}, 1000))')

type Options = { silenceMs?: number; env?: Record<string, string>; more?: string[] }

/** Runs `tests` by file name as scripts/test does, ending a file after `silenceMs` without a result. */
function startRun(
  folder: string,
  tests: Record<string, string>,
  { silenceMs = 10 * 60_000, env = {}, more = [] }: Options = {},
) {
  const files = Object.entries(tests).map(([name, text]) => {
    const path = join(folder, `${name}.test.ts`)
    return { path, text: `import { afterAll, expect, test } from 'bun:test'\n${text}\n` }
  })
  const written = Promise.all(files.map(({ path, text }) => Bun.write(path, text)))
  return written.then(() => {
    const child = Bun.spawn(
      [process.execPath, 'scripts/test.ts', ...files.map(({ path }) => path), ...more],
      {
        cwd: ROOT,
        env: { ...process.env, PASSWRIGHT_TEST_SILENCE_MS: String(silenceMs), ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    return {
      pid: child.pid,
      exited: child.exited,
      lines: linesOf(child.stdout),
      kill: child.kill.bind(child),
    }
  })
}

async function linesOf(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string[]> {
  return (await new Response(output).text()).trim().split('\n')
}

const childrenOf = (pid: number) => processes().filter(({ parent }) => parent === pid)

async function onlyChildOf(pid: number): Promise<number> {
  return until(`${pid} has a child`, () => childrenOf(pid)[0]?.pid)
}

async function untilChild(folder: string): Promise<number> {
  const file = join(folder, 'child')
  return until('the test has a child', () => existsSync(file) && Number(readFileSync(file, 'utf8')))
}

/** A run within a run leaves zombies, which the outer one keeps to count their times. */
const untilGone = (pid: number) =>
  until(`${pid} has ended`, () => processes().every((it) => it.pid !== pid || it.isZombie))

test('passed and failed tests are counted, and failures are repeated at the end', async () => {
  using folder = temporaryFolder()
  const run = await startRun(folder.path, {
    mixed: `${FINE}\ntest.skip('is skipped', () => {})\ntest('fails', () => expect(1).toBe(2))`,
    broken: `throw new Error('broken file')`,
    empty: '',
    ending: `${FINE}\nafterAll(() => { throw new Error('broken end') })`,
  })
  const lines = await run.lines
  expect(await run.exited).toBe(1)
  expect(lines.at(-1)).toMatch(/^2 passed, [45] failed$/)
  expect(lines.at(-2)).toBe('1 skipped')
  const failures = lines.filter((line) => line.startsWith('(fail)')).join('\n')
  expect(failures).toContain('mixed.test.ts fails')
  expect(failures).toContain('broken.test.ts')
  expect(failures).toContain('empty.test.ts as a whole: it has no results')
  expect(failures).toContain('ending.test.ts (unnamed)')
})

test('a run without failures exits with 0', async () => {
  using folder = temporaryFolder()
  const run = await startRun(folder.path, { one: FINE, two: FINE })
  expect((await run.lines).at(-1)).toBe('2 passed, 0 failed')
  expect(await run.exited).toBe(0)
})

test('a silent file is ended alone, with what it started', async () => {
  using folder = temporaryFolder()
  const silenceMs = 3_000 * SLOWNESS
  const silent = `${FINE}\n${withChild('')}\n${BLOCKS}`
  const run = await startRun(folder.path, { silent, other: FINE, another: FINE }, { silenceMs })
  const lines = await run.lines
  expect(lines.at(-1)).toBe('4 passed, 1 failed')
  expect(lines.at(-2)).toMatch(/silent\.test\.ts did not end: printed nothing for \S+ minutes$/)
  await untilGone(await untilChild(folder.path))
})

test('a killed worker costs its file only', async () => {
  using folder = temporaryFolder()
  const killed = `${FINE}\n${withChild("process.kill(process.pid, 'SIGKILL')")}`
  const run = await startRun(folder.path, { killed, other: FINE, another: FINE })
  expect((await run.lines).at(-1)).toBe('3 passed, 1 failed')
  await untilGone(await untilChild(folder.path))
})

test('after a crash of Bun, the files that had not started still run', async () => {
  using folder = temporaryFolder()
  const waits = `${withChild("while (!(await Bun.file(import.meta.dir + '/end').exists())) await Bun.sleep(10)")}`
  const names = Array.from({ length: 20 }, (_, index) => `file-${index}`)
  const run = await startRun(folder.path, Object.fromEntries(names.map((name) => [name, waits])))
  await untilChild(folder.path)
  kill(await onlyChildOf(await onlyChildOf(run.pid)))
  await Bun.write(join(folder.path, 'end'), '')
  const lines = await run.lines
  const [, passed, failed] = (/^(\d+) passed, (\d+) failed$/.exec(lines.at(-1) ?? '') ?? []).map(Number)
  const lost = names.filter((name) =>
    lines.some((line) => line.startsWith('(fail)') && line.includes(`/${name}.`)),
  )
  expect(lost.length).toBeGreaterThan(0)
  expect(failed).toBe(lost.length)
  // A lost file may have passed already.
  expect(passed).toBeGreaterThanOrEqual(names.length - lost.length)
})

test.each(['supervisor', 'runner'])('a killed %s leaves no process and true totals', async (which) => {
  using folder = temporaryFolder()
  const run = await startRun(folder.path, { fine: FINE, waiting: WAITS })
  const child = await untilChild(folder.path)
  const runner = await onlyChildOf(run.pid)
  kill(which === 'runner' ? runner : run.pid)
  const lines = await run.lines
  expect(lines.at(-1)).toMatch(/^[01] passed, [2-4] failed$/)
  expect(lines.join('\n')).toContain('waiting.test.ts was at work')
  await untilGone(child)
  await untilGone(runner)
  await untilGone(run.pid)
})

test('a runner that fails itself has its totals printed', async () => {
  using folder = temporaryFolder()
  const run = await startRun(
    folder.path,
    { one: FINE },
    { env: { CHROMIUM: '/nowhere' }, more: ['web/e2e/'] },
  )
  expect((await run.lines).at(-1)).toBe('0 passed, 1 failed')
  expect(await run.exited).toBe(1)
})

test('an interrupted run prints its totals', async () => {
  using folder = temporaryFolder()
  const run = await startRun(folder.path, { waiting: WAITS })
  const child = await untilChild(folder.path)
  run.kill('SIGINT')
  expect((await run.lines).at(-1)).toBe('0 passed, 2 failed')
  expect(await run.exited).toBe(1)
  await untilGone(child)
})
