import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '#src/testing/folder.ts'
import { until } from '#src/testing/time-limits.ts'

const ROOT = join(import.meta.dir, '../..')

const FINE = `test('is fine', () => {})`
const BLOCKS = `test('never ends', () => Bun.sleepSync(1e9))`

/** A child that outlives its parent; FOLDER/child has its pid. */
const withChild = (rest: string, options = '{ env: {} }') => `test('has a child', async () => {
  await Bun.write(import.meta.dir + '/child', String(Bun.spawn(['sleep', '1000'], ${options}).pid))
  ${rest}
})`
/** Browsers are started in a session of their own. */
const WAITS = withChild(
  'await new Promise(() => setInterval(() => {}, 1000))',
  '{ detached: true, env: process.env }',
)

/** Runs `tests` by file name as scripts/test does, ending a file after `silenceMs` without a result. */
function startRun(folder: string, tests: Record<string, string>, silenceMs = 10 * 60_000) {
  const files = Object.entries(tests).map(([name, text]) => {
    const path = join(folder, `${name}.test.ts`)
    return { path, text: `import { afterAll, expect, test } from 'bun:test'\n${text}\n` }
  })
  const written = Promise.all(files.map(({ path, text }) => Bun.write(path, text)))
  return written.then(() => {
    const child = Bun.spawn([process.execPath, 'scripts/test.ts', ...files.map(({ path }) => path)], {
      cwd: ROOT,
      env: { ...process.env, PASSWRIGHT_TEST_SILENCE_MS: String(silenceMs) },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return {
      exited: child.exited,
      lines: linesOf(child.stdout),
      kill: child.kill.bind(child),
    }
  })
}

async function linesOf(output: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string[]> {
  return (await new Response(output).text()).trim().split('\n')
}

async function untilChild(folder: string): Promise<number> {
  const file = join(folder, 'child')
  return until('the test has a child', () => existsSync(file) && Number(readFileSync(file, 'utf8')))
}

/** A zombie has no command line. */
const untilGone = (pid: number) =>
  until(`${pid} has ended`, () => {
    const file = `/proc/${pid}/cmdline`
    return !existsSync(file) || readFileSync(file, 'utf8') === ''
  })

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

test('a run without results for a while is ended, with what it started', async () => {
  using folder = temporaryFolder()
  const silent = `${FINE}\n${withChild('')}\n${BLOCKS}`
  const run = await startRun(folder.path, { silent, other: FINE, another: FINE }, 3_000)
  const lines = await run.lines
  expect(lines.join('\n')).toMatch(
    /^\(fail\) .*silent\.test\.ts .* did not end: bun test ended with SIGKILL$/m,
  )
  expect(lines.at(-1)).toMatch(/^\d passed, [2-4] failed$/)
  await untilGone(await untilChild(folder.path))
})

test('a killed worker costs its file only', async () => {
  using folder = temporaryFolder()
  const killed = `${FINE}\n${withChild("process.kill(process.pid, 'SIGKILL')")}`
  const run = await startRun(folder.path, { killed, other: FINE, another: FINE })
  expect((await run.lines).at(-1)).toBe('3 passed, 1 failed')
  await untilGone(await untilChild(folder.path))
})

test.each(['SIGKILL', 'SIGINT'] as const)('%s leaves no process, and true totals', async (signal) => {
  using folder = temporaryFolder()
  const run = await startRun(folder.path, { fine: FINE, waiting: WAITS })
  const child = await untilChild(folder.path)
  run.kill(signal)
  const lines = await run.lines
  expect(lines.at(-1)).toMatch(/^[01] passed, [2-4] failed$/)
  expect(lines.join('\n')).toContain('waiting.test.ts was at work')
  expect(await run.exited).not.toBe(0)
  await untilGone(child)
})
