import { rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { dirname, relative } from 'node:path'
import { append, type Entry, readRecord, slowestFiles, totalsOf } from '#src/testing/run-record.ts'
import { changedTests, keepGreenCommit } from './changed-tests.ts'
import { printTotals } from './print-totals.ts'
import { adoptOrphans, endedSeconds, kill, killDescendants } from './process-tree.ts'
import { runFiles } from './run-files.ts'
import { measureSlowness } from './slowness.ts'

/** Suites with a long form, by flag, and where their files are; "" is everywhere else. */
const LONG_SUITES = { '--cluster': 'web/e2e/cluster/', '--browsers': 'web/e2e/browsers/', '--attack': '' }

/** Modules that choose between a short and a long form. */
const LONG_FORM = /#src\/testing\/attack\.ts|\.\/faults\.ts/

const FLAGS = [...Object.keys(LONG_SUITES), '--changed', '--update-timings']

/** Tests wait for browsers and servers, so one file more than there are cores can run. */
const WORKERS = Math.min(8, availableParallelism() + 1)

/** How long each file took, in ms, so that the slowest start first. */
const TIMINGS = 'scripts/test-timings.json'

/** Longer than any test may take. */
const SILENCE_MS = Number(process.env.PASSWRIGHT_TEST_SILENCE_MS ?? 10 * 60_000)
const LONG_TEST_MS = 60 * 60_000

const SLOWEST = 10

const [record = '', ...args] = process.argv.slice(2)
const has = (flag: string) => args.includes(flag)
const named = args.filter((arg) => !FLAGS.includes(arg))
/** Where the suite is that runs in its long form. */
const long = Object.entries(LONG_SUITES).find(([flag]) => has(flag))?.[1]
const isLong = long !== undefined
const isWhole = named.length === 0 && !isLong && !has('--changed')
const seed = process.env.PASSWRIGHT_SEED ?? String(crypto.getRandomValues(new Int32Array(1))[0])
const children = new Set<number>()

adoptOrphans()
// The supervisor closes our standard input to cut the run off, or by ending.
const hasEnded = await Promise.race([run().then(() => true), Bun.stdin.text().then(() => false)])
if (hasEnded) append(record, { kind: 'over' })
const entries = readRecord(record)
for (const pid of children) kill(pid)
await killDescendants()
append(record, { kind: 'reported' })
if (!hasEnded) await rm(dirname(record), { recursive: true, force: true })
process.exit(await report())

async function run(): Promise<void> {
  const files = await selectFiles()
  const needsBuild = isWhole || files.some((file) => file.startsWith('web/e2e/'))
  const slowness = await measureSlowness(needsBuild ? process.env.CHROMIUM : undefined)
  say(`PASSWRIGHT_SEED=${seed} repeats the random input. Slowness of this machine: ${slowness}`)
  Object.assign(process.env, {
    // In CI mode, Bun rejects a leftover test.only.
    CI: '1',
    BUN_JSC_useFTLJIT: '0',
    TMPDIR: dirname(record),
    PASSWRIGHT_SEED: seed,
    PASSWRIGHT_TEST_SLOWNESS: String(slowness),
    ...(isLong ? { PASSWRIGHT_ATTACK: '1', PASSWRIGHT_TEST_MS: String(LONG_TEST_MS) } : {}),
  })
  const { TEST_MS } = await import('#src/testing/time-limits.ts')
  const flags = [
    `--timeout=${TEST_MS}`,
    ...(isLong ? [] : [`--parallel=${WORKERS}`, '--no-isolate', `--timings=${TIMINGS}`]),
    ...(has('--update-timings') ? ['--update-timings'] : []),
  ]
  const silenceMs = isLong ? LONG_TEST_MS + SILENCE_MS : SILENCE_MS
  // The build comes first because it writes a module that sources import.
  if (needsBuild) await check('Build', ['scripts/build.ts', '--if-changed'])
  await Promise.all([
    ...(isWhole
      ? [
          check('Type check', ['node_modules/.bin/tsc', '-p', '.']),
          check('Lint', ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.']),
          check('Unused code', ['node_modules/knip/bin/knip.js', '--no-progress']),
        ]
      : []),
    runFiles(files, { record, flags, silenceMs, children }),
  ])
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
  const child = Bun.spawn([process.execPath, ...command], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child.pid)
  const output = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const isGood = (await child.exited) === 0
  children.delete(child.pid)
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
    say(`${Math.round(endedSeconds())} s of processor time\n`)
    if (failed + skipped === 0) await keepGreenCommit(entries)
  }
  if (failed > 0) say(`PASSWRIGHT_SEED=${seed} repeats the random input`)
  return printTotals(totals)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
