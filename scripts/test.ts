import { mkdtempSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import '#src/testing/memory-files.ts'
import { append, type Entry, readRecord, recordIn, slowestFiles, totalsOf } from '#src/testing/run-record.ts'
import { TEST_MS } from '#src/testing/time-limits.ts'
import { changedTests, keepGreenCommit } from './test-run/changed-tests.ts'
import { killSession } from './test-run/kill-session.ts'
import { printTotals } from './test-run/print-totals.ts'
import { runFiles } from './test-run/run-files.ts'

/** Suites with a long form, by flag, and where their files are; "" is everywhere else. */
const LONG_SUITES = { '--browsers': 'web/e2e/browsers/', '--attack': '' }

/** Modules that choose between a short and a long form. */
const LONG_FORM = /#src\/testing\/attack\.ts/

const FLAGS = [...Object.keys(LONG_SUITES), '--changed', '--update-timings']

/** Tests wait for browsers and servers, so one file more than there are cores can run. */
const WORKERS = Math.min(8, availableParallelism() + 1)

/** How long each file took, in ms, so that the slowest start first. */
const TIMINGS = 'scripts/test-timings.json'

/** Longer than any test may take. */
const SILENCE_MS = Number(process.env.PASSWRIGHT_TEST_SILENCE_MS ?? 10 * 60_000)
const LONG_TEST_MS = 60 * 60_000

const SLOWEST = 10

const args = process.argv.slice(2)
const has = (flag: string) => args.includes(flag)
const named = args.filter((arg) => !FLAGS.includes(arg))
/** Where the suite is that runs in its long form. */
const long = Object.entries(LONG_SUITES).find(([flag]) => has(flag))?.[1]
const isLong = long !== undefined
const isWhole = named.length === 0 && !isLong && !has('--changed')
const seed = process.env.PASSWRIGHT_SEED ?? String(crypto.getRandomValues(new Int32Array(1))[0])
const folder = mkdtempSync(join(tmpdir(), 'passwright-test-'))
const record = recordIn(folder)
await Bun.write(record, '')
// In a session of its own, so that signals from the terminal don't reach it.
const watchdog = Bun.spawn([process.execPath, join(import.meta.dir, 'test-run/watchdog.ts'), folder], {
  stdio: ['pipe', 'inherit', 'inherit'],
  detached: true,
})
const running = new Set<number>()
Object.assign(process.env, {
  // In CI mode, Bun rejects a leftover test.only.
  CI: '1',
  BUN_JSC_useFTLJIT: '0',
  TMPDIR: folder,
  PASSWRIGHT_SEED: seed,
  PASSWRIGHT_TEST_RECORD: record,
  ...(isLong ? { PASSWRIGHT_ATTACK: '1', PASSWRIGHT_TEST_MS: String(LONG_TEST_MS) } : {}),
})

const interrupted = new Promise<false>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve(false))
})
const hasEnded = await Promise.race([run(), interrupted])
if (hasEnded) append(record, { kind: 'over' })
for (const leader of running) killSession(leader)
const entries = readRecord(record)
append(record, { kind: 'reported' })
process.exit(await report())

/** False if the tests were killed. */
async function run(): Promise<boolean> {
  say(`PASSWRIGHT_SEED=${seed} repeats the random input`)
  const files = await selectFiles()
  const needsBuild = isWhole || files.some((file) => file.startsWith('web/e2e/'))
  const flags = [
    `--timeout=${isLong ? LONG_TEST_MS : TEST_MS}`,
    ...(isLong ? [] : [`--parallel=${WORKERS}`, '--no-isolate', `--timings=${TIMINGS}`]),
    ...(has('--update-timings') ? ['--update-timings'] : []),
  ]
  const silenceMs = isLong ? LONG_TEST_MS + SILENCE_MS : SILENCE_MS
  // The build comes first because it writes a module that sources import.
  if (needsBuild) await check('Build', ['scripts/build.ts', '--if-changed'])
  const tests = runFiles(files, {
    ...{ record, flags, silenceMs },
    start: (command) => start(command, { stdio: ['ignore', 'inherit', 'pipe'] }),
  })
  if (isWhole) {
    await check('Type check', ['node_modules/.bin/tsc', '-p', '.'])
    await check('Lint', ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.'])
    await check('Unused code', ['node_modules/knip/bin/knip.js', '--no-progress'])
  }
  return await tests
}

/** In a session of its own, which the watchdog kills in the end. */
function start<Out extends 'pipe' | 'inherit'>(
  command: string[],
  options: { stdio: ['ignore', Out, 'pipe'] },
): Bun.Subprocess<'ignore', Out, 'pipe'> {
  const child = Bun.spawn(command, {
    ...options,
    env: { ...process.env, FORCE_COLOR: undefined },
    detached: true,
  })
  watchdog.stdin.write(`${child.pid}\n`)
  watchdog.stdin.flush()
  running.add(child.pid)
  child.exited.finally(() => running.delete(child.pid))
  return child
}

/** Paths from the project's root. */
async function selectFiles(): Promise<string[]> {
  const all = (await Array.fromAsync(new Bun.Glob('{src,web,scripts}/**/*.test.{ts,tsx}').scan())).sort()
  if (has('--changed')) return changedTests(all, say)
  if (named.length > 0) {
    const parts = named.map((part) => part.replace(/^\.\//, ''))
    const outside = parts.filter((part) => part.startsWith('/')).map((path) => relative('.', path))
    return [...all.filter((file) => parts.some((part) => file.includes(part))), ...outside]
  }
  if (!isLong) return all
  const texts = await Promise.all(all.map((file) => Bun.file(file).text()))
  const suiteOf = (file: string) =>
    Object.values(LONG_SUITES).find((folder) => folder !== '' && file.startsWith(folder)) ?? ''
  return all.filter((file, index) => LONG_FORM.test(texts[index] ?? '') && suiteOf(file) === long)
}

/** Counts as a test. Runs a tool with Bun, because Node.js may be missing. */
async function check(name: string, command: string[]): Promise<void> {
  const note = (kind: 'started' | 'ended') =>
    append(record, { kind, file: name, pid: process.pid, at: Date.now() })
  note('started')
  const child = start([process.execPath, ...command], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const isGood = (await child.exited) === 0
  const result = { file: name, name: '', ms: 0 } satisfies Partial<Entry>
  append(record, { kind: isGood ? 'passed' : 'failed', ...result })
  note('ended')
  say(`\n${name}\n${output.join('')}${isGood ? 'passed' : `${name} failed`}`)
}

async function report(): Promise<number> {
  const totals = totalsOf(entries)
  const { failed, skipped } = totals
  if (isWhole && hasEnded) {
    say('\nThe slowest files:')
    for (const [file, ms] of slowestFiles(entries).slice(0, SLOWEST))
      say(`${(ms / 1000).toFixed(1)} s ${file}`)
    if (failed + skipped === 0) await keepGreenCommit(entries)
  }
  if (failed > 0) say(`PASSWRIGHT_SEED=${seed} repeats the random input`)
  return printTotals(totals)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
