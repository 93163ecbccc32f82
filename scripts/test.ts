import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addTotals, NONE, readTotals, type Totals } from './test-totals.ts'

/** Steps that take longer are stuck and are killed. */
const STEP_MINUTES = 15

/** The same for an attack at full length. */
const ATTACK_MINUTES = 60

/** Machines may be slow and shared. Set here because Bun applies a preload's timeout to the first test file only. */
const TEST_MS = 60_000
const ATTACK_MS = ATTACK_MINUTES * 60_000

/** Takes ten minutes, so it has its own flag. */
const CLUSTER = 'web/e2e/cluster/'

/** How long each file took, in ms, so that the slowest start first. */
const TIMINGS = 'scripts/test-timings.json'

/** Tests spend time waiting for the browser, so three files at a time can run even on two cores. */
const IN_PARALLEL = ['--parallel=3', '--no-isolate', `--timings=${TIMINGS}`]

/** Bun's flag, too. */
const UPDATE_TIMINGS = '--update-timings'

/** Modules that choose between a short and a long form. */
const LONG_FORM = /#src\/testing\/attack\.ts|\.\/faults\.ts/

const PASSED: Totals = { ...NONE, passed: 1 }

/** The suite to run in its long form. */
const long = process.argv.includes('--cluster')
  ? 'cluster'
  : process.argv.includes('--attack')
    ? 'attack'
    : null
const updateTimings = process.argv.includes(UPDATE_TIMINGS)
const named = process.argv.slice(2).filter((arg) => !['--attack', '--cluster', UPDATE_TIMINGS].includes(arg))
const totals = named.length > 0 ? await runNamed(named) : long ? await runLong(long) : await runAll()
// Repeated at the end, because truncated output keeps only the end.
for (const failure of totals.failures) say(`(fail) ${failure}`)
if (totals.skipped > 0) say(`${totals.skipped} skipped`)
say(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 ? 1 : 0)

/** Type check, lint, the search for unused code and the build each count as a test. */
async function runAll(): Promise<Totals> {
  const files = (await Array.fromAsync(new Bun.Glob('{src,web,scripts}/**/*.test.{ts,tsx}').scan())).sort()
  return runInSequence([
    // First: it writes a module that sources import.
    () => check('Build', ['scripts/build.ts']),
    () =>
      runInParallel([
        () => check('Type check', ['node_modules/.bin/tsc', '-p', '.'], true),
        () => check('Lint', ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.'], true),
        () => check('Unused code', ['node_modules/knip/bin/knip.js', '--no-progress'], true),
        () => runTests(files, { flags: [...IN_PARALLEL, ...(updateTimings ? [UPDATE_TIMINGS] : [])] }),
      ]),
  ])
}

async function runInParallel(steps: (() => Promise<Totals>)[]): Promise<Totals> {
  return (await Promise.all(steps.map((step) => step()))).reduce(addTotals, NONE)
}

/** Runs the tests that have a long form, at full length, against a current executable. */
async function runLong(which: 'attack' | 'cluster'): Promise<Totals> {
  const files: string[] = []
  for await (const file of new Bun.Glob('{src,web}/**/*.test.ts').scan()) {
    const hasLongForm = LONG_FORM.test(await Bun.file(file).text())
    if (hasLongForm && file.startsWith(CLUSTER) === (which === 'cluster')) files.push(file)
  }
  files.sort()
  return runInSequence([
    () => check('Build', ['scripts/build.ts', '--if-changed']),
    ...files.map((file) => () => runTests([file])),
  ])
}

async function runInSequence(steps: (() => Promise<Totals>)[]): Promise<Totals> {
  let totals = NONE
  for (const step of steps) totals = addTotals(totals, await step())
  return totals
}

async function runNamed(args: string[]): Promise<Totals> {
  const needsBuild = args.some((arg) => arg.includes('web/e2e'))
  const built = needsBuild ? await check('Build', ['scripts/build.ts', '--if-changed']) : NONE
  return addTotals(built, await runTests([], { flags: needsBuild ? [] : IN_PARALLEL, args }))
}

/** Runs a tool with Bun, because Node.js may be missing. */
async function check(name: string, command: string[], isBuffered = false): Promise<Totals> {
  const { exitCode, output } = await runBun(command, { isBuffered })
  const isGood = exitCode === 0
  say(`\n${name}\n${isBuffered ? output : ''}${isGood ? 'passed' : `${name} failed`}`)
  return isGood ? PASSED : { ...NONE, failed: 1, failures: [name] }
}

type TestOptions = {
  args?: string[]
  flags?: string[]
}

async function runTests(
  files: string[],
  { args = files.map((file) => `./${file}`), flags = [] }: TestOptions = {},
): Promise<Totals> {
  say(`\n${args.length === 1 ? args[0] : `${args.length} test files`}`)
  const folder = await mkdtemp(join(tmpdir(), 'passwright-test-'))
  try {
    const report = Bun.file(join(folder, 'report.xml'))
    const { exitCode } = await runBun([
      'test',
      ...flags,
      `--timeout=${long ? ATTACK_MS : TEST_MS}`,
      '--reporter=junit',
      `--reporter-outfile=${report.name}`,
      ...args,
    ])
    return readTotals({
      report: (await report.exists()) ? await report.text() : null,
      exitCode,
      files,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The exit status, null if killed by a signal, and stderr, where Bun prints results; if buffered, stdout too. */
async function runBun(
  args: string[],
  { isBuffered = false }: { isBuffered?: boolean } = {},
): Promise<{ exitCode: number | null; output: string }> {
  const child = Bun.spawn([process.execPath, ...args], {
    stdio: ['ignore', isBuffered ? 'pipe' : 'inherit', 'pipe'],
    // In CI mode, Bun rejects a leftover test.only.
    env: { ...process.env, CI: '1', BUN_JSC_useFTLJIT: '0', ...(long ? { PASSWRIGHT_ATTACK: '1' } : {}) },
    timeout: (long ? ATTACK_MINUTES : STEP_MINUTES) * 60_000,
    killSignal: 'SIGKILL',
  })
  let output = ''
  const collect = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      if (!isBuffered) process.stderr.write(text)
      output += text
    }
  }
  const collected = Promise.all([collect(child.stderr), ...(child.stdout ? [collect(child.stdout)] : [])])
  await child.exited
  // After a kill, a leftover child process may keep the pipe open.
  await Promise.race([collected, Bun.sleep(1_000)])
  return { exitCode: child.exitCode, output }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
