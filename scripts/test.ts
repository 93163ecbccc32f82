import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { addTotals, NONE, readTotals, type Totals } from './totals.ts'

/** Far above what any step takes: whatever is still running then hangs, and is ended. */
const STEP_MINUTES = 8

/** The same for an attack in its long form. */
const ATTACK_MINUTES = 60

/** Machines may be slow and shared. Said here, as Bun heeds what a preloaded file says for the first test file alone. */
const TEST_MS = 60_000
const ATTACK_MS = ATTACK_MINUTES * 60_000

/**
 * A browser is many processes with clocks of their own, on a machine that others use. What passes at the second try
 * counts as passed, and is named at the end.
 */
const BROWSER_TESTS = ['--retry=1']

/** Files beside each other, each apart from the others. */
const OTHER_TESTS = ['--parallel=2']

/** A browser test waits for half of its time. */
const BROWSERS_AT_ONCE = 2

const PASSED: Totals = { ...NONE, passed: 1 }

const named = process.argv.slice(2).filter((arg) => arg !== '--attack')
const isAttack = process.argv.includes('--attack')
const totals = named.length > 0 ? await runNamed(named) : isAttack ? await runAttacks() : await runAll()
// Once more at the end: where the output is cut, it is its end that is kept.
for (const name of totals.unsteady) say(`(unsteady) ${name}: passed at the second try`)
for (const failure of totals.failures) say(`(fail) ${failure}`)
if (totals.skipped > 0) say(`${totals.skipped} skipped`)
say(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 ? 1 : 0)

/** Type check, lint and build each count as a test. */
async function runAll(): Promise<Totals> {
  const files = (await Array.fromAsync(new Bun.Glob('{src,web,scripts}/**/*.test.{ts,tsx}').scan())).sort()
  const browserFiles = files.filter((file) => file.startsWith('web/e2e/'))
  // An attack measures how long the server keeps others waiting: nothing else may run then.
  const isAlone = (file: string) => file.includes('/attack/')
  const steps = [
    () => check('Type check', ['node_modules/.bin/tsc', '-p', '.']),
    () => check('Lint', ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.']),
    () => check('Build', ['scripts/build.ts']),
    () =>
      runTests(
        files.filter((file) => !browserFiles.includes(file)),
        { flags: OTHER_TESTS },
      ),
    () => runBeside(browserFiles.filter((file) => !isAlone(file))),
    ...browserFiles.filter(isAlone).map((file) => () => runTests([file], { flags: BROWSER_TESTS })),
  ]
  return inTurn(steps)
}

/** Each file in a process of its own: one that crashes or hangs takes no other with it. */
async function runBeside(files: string[]): Promise<Totals> {
  const inPool = pLimit(BROWSERS_AT_ONCE)
  const run = (file: string) => inPool(() => runTests([file], { flags: BROWSER_TESTS, isHeldBack: true }))
  return (await Promise.all(files.map(run))).reduce(addTotals, NONE)
}

/** Every test that has a long form, in that form and against an executable that is up to date. */
async function runAttacks(): Promise<Totals> {
  const files: string[] = []
  for await (const file of new Bun.Glob('{src,web}/**/*.test.ts').scan()) {
    if ((await Bun.file(file).text()).includes('#src/testing/attack.ts')) files.push(file)
  }
  files.sort()
  return inTurn([
    () => check('Build', ['scripts/build.ts', '--if-changed']),
    ...files.map((file) => () => runTests([file])),
  ])
}

async function inTurn(steps: (() => Promise<Totals>)[]): Promise<Totals> {
  let totals = NONE
  for (const step of steps) totals = addTotals(totals, await step())
  return totals
}

async function runNamed(args: string[]): Promise<Totals> {
  const needsBuild = args.some((arg) => arg.includes('web/e2e'))
  const built = needsBuild ? await check('Build', ['scripts/build.ts', '--if-changed']) : NONE
  return addTotals(built, await runTests([], { args }))
}

/** Runs a tool of ours with Bun, as there may be no Node.js. */
async function check(name: string, command: string[]): Promise<Totals> {
  say(`\n${name}`)
  const isGood = (await runBun(command)).exitCode === 0
  say(isGood ? 'fine' : `${name} failed`)
  return isGood ? PASSED : { ...NONE, failed: 1, failures: [name] }
}

type TestOptions = {
  args?: string[]
  flags?: string[]
  /** What it prints is kept until it has ended, so that it doesn't mix with what others print meanwhile. */
  isHeldBack?: boolean
}

async function runTests(
  files: string[],
  { args = files.map((file) => `./${file}`), flags = [], isHeldBack = false }: TestOptions = {},
): Promise<Totals> {
  const title = `\n${args.length === 1 ? args[0] : `${args.length} test files`}`
  if (!isHeldBack) say(title)
  const folder = await mkdtemp(join(tmpdir(), 'passwright-test-'))
  try {
    const report = Bun.file(join(folder, 'report.xml'))
    const { exitCode, output } = await runBun(
      [
        'test',
        ...flags,
        `--timeout=${isAttack ? ATTACK_MS : TEST_MS}`,
        '--reporter=junit',
        `--reporter-outfile=${report.name}`,
        ...args,
      ],
      isHeldBack,
    )
    if (isHeldBack) say(`${title}\n${output}`)
    return readTotals({
      report: (await report.exists()) ? await report.text() : null,
      exitCode,
      output,
      files,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The exit status, null when it was ended by a signal, and what it printed on stderr, as Bun does with results. */
async function runBun(
  args: string[],
  isHeldBack = false,
): Promise<{ exitCode: number | null; output: string }> {
  const child = Bun.spawn([process.execPath, ...args], {
    stdio: ['ignore', isHeldBack ? 'ignore' : 'inherit', 'pipe'],
    // In CI mode Bun refuses a test that was marked to be the only one and forgotten.
    env: { ...process.env, CI: '1', ...(isAttack ? { PASSWRIGHT_ATTACK: '1' } : {}) },
    timeout: (isAttack ? ATTACK_MINUTES : STEP_MINUTES) * 60_000,
    killSignal: 'SIGKILL',
  })
  let output = ''
  const listen = async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      if (!isHeldBack) process.stderr.write(text)
      output += text
    }
  }
  const heard = listen()
  await child.exited
  // Where it was killed, a process that it left behind may keep the pipe open.
  await Promise.race([heard, Bun.sleep(1_000)])
  return { exitCode: child.exitCode, output }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
