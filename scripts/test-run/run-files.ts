import { append, filesAtWork, readRecord } from '#src/testing/run-record.ts'
import { killSession } from './kill-session.ts'
import { testOutputReader } from './test-output.ts'

type Options = {
  record: string
  /** Flags of `bun test`. */
  flags: string[]
  /** The run ends when no test has reported anything for this long. */
  silenceMs: number
  start(command: string[]): Bun.Subprocess<'ignore', 'inherit', 'pipe'>
}

const WATCH_MS = 5_000

/** Runs all files, and writes results to the record. False if the tests were killed. */
export async function runFiles(
  files: string[],
  { record, flags, silenceMs, start }: Options,
): Promise<boolean> {
  const fail = (file: string, line: string) => {
    append(record, { kind: 'failed', file, name: 'as a whole', ms: 0 })
    append(record, { kind: 'error', file, line })
  }
  append(record, { kind: 'planned', files })
  const child = start([process.execPath, 'test', ...flags, ...files.map((file) => `./${file}`)])
  let lastResult = Date.now()
  const read = testOutputReader((entry) => {
    append(record, entry)
    lastResult = Date.now()
  })
  const watch = setInterval(() => {
    if (Date.now() - lastResult > silenceMs) killSession(child.pid)
  }, WATCH_MS)
  let isComplete = false
  for await (const line of linesOf(child.stderr)) {
    process.stderr.write(`${line}\n`)
    read(line)
    isComplete ||= /^Ran \d+ tests? across/.test(line)
  }
  await child.exited
  clearInterval(watch)
  const entries = readRecord(record)
  if (!isComplete) {
    for (const file of filesAtWork(entries))
      fail(file, `did not end: bun test ended with ${child.signalCode ?? child.exitCode}`)
    return false
  }
  const results = entries.filter((entry) => 'ms' in entry)
  const reported = new Set(results.map(({ file }) => file))
  for (const file of files) if (!reported.has(file)) fail(file, 'it has no results')
  const hasFailed = results.some(({ kind, file }) => kind === 'failed' && files.includes(file))
  if (child.exitCode !== 0 && !hasFailed) fail(files.join(' '), `bun test exited with ${child.exitCode}`)
  return true
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
  let rest = ''
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest) yield rest
}
