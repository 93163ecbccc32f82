import { append, type Entry, filesAtWork, filesLeft, readRecord } from '#src/testing/run-record.ts'
import { descendants, kill, killOrphans } from './process-tree.ts'
import { CRASHED, testOutputReader } from './test-output.ts'

type Options = {
  record: string
  /** Flags of `bun test`. */
  flags: string[]
  /** A file whose tests report nothing for this long is ended. */
  silenceMs: number
  /** Pids of this process's direct children. */
  children: Set<number>
}

const WATCH_MS = 5_000

/** Runs all files, and writes results to the record. A crash of Bun costs only the files at work. */
export async function runFiles(files: string[], options: Options): Promise<void> {
  const { record } = options
  const add = (entry: Entry) => append(record, entry)
  const fail = (file: string, line: string) => {
    add({ kind: 'failed', file, name: 'as a whole', ms: 0 })
    add({ kind: 'error', file, line })
  }
  add({ kind: 'planned', files })
  for (let left = files; left.length > 0; ) {
    const { isComplete, status } = await runOnce(left, options)
    const entries = readRecord(record)
    if (isComplete) {
      const results = entries.filter((entry) => 'ms' in entry)
      const reported = new Set(results.map(({ file }) => file))
      for (const file of files) if (!reported.has(file)) fail(file, 'it has no results')
      const hasFailed = results.some(({ kind, file }) => kind === 'failed' && left.includes(file))
      if (status !== 0 && !hasFailed) fail(left.join(' '), `bun test exited with ${status}`)
      return
    }
    const rest = filesLeft(entries).filter((file) => left.includes(file))
    for (const file of filesAtWork(entries)) {
      fail(file, `bun test ended with ${status} while it was at work`)
      add({ kind: 'ended', file, pid: 0, at: Date.now() })
    }
    if (rest.length === left.length) {
      for (const file of rest) fail(file, `bun test did not start it, and ended with ${status}`)
      return
    }
    left = rest
  }
}

/** `status` is null if Bun reported on all files, else the exit status or signal. */
async function runOnce(files: string[], { record, flags, silenceMs, children }: Options) {
  const child = Bun.spawn([process.execPath, 'test', ...flags, ...files.map((file) => `./${file}`)], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env: { ...process.env, PASSWRIGHT_TEST_RECORD: record },
  })
  children.add(child.pid)
  const lastResult = new Map([['', Date.now()]])
  const ended = new Set<string>()
  let isComplete = false
  const read = testOutputReader((entry) => {
    const isCrash = entry.kind === 'error' && entry.line.startsWith(CRASHED)
    const isSilent = isCrash && ended.has(entry.file)
    append(record, isSilent ? { ...entry, line: `printed nothing for ${silenceMs / 60_000} minutes` } : entry)
    if ('file' in entry) lastResult.set(entry.file, Date.now())
    if (isCrash) killOrphans(children)
  })
  const watch = setInterval(() => {
    const limit = Date.now() - silenceMs
    const silent = silentWorkers(readRecord(record), lastResult, limit)
    for (const { pid, file } of silent) {
      ended.add(file)
      kill(pid)
    }
    if (silent.length === 0 && Math.max(...lastResult.values()) < limit) child.kill('SIGKILL')
  }, WATCH_MS)
  for await (const line of linesOf(child.stderr)) {
    process.stderr.write(`${line}\n`)
    read(line)
    isComplete ||= /^Ran \d+ tests? across/.test(line)
  }
  await child.exited
  clearInterval(watch)
  children.delete(child.pid)
  return { isComplete, status: child.signalCode ?? child.exitCode }
}

/** Workers whose file started, and reported its last result, before `limit`. */
function silentWorkers(entries: Entry[], lastResult: Map<string, number>, limit: number) {
  const workers = new Map<number, { pid: number; file: string; at: number }>()
  for (const entry of entries) {
    if (entry.kind === 'started') workers.set(entry.pid, entry)
    if (entry.kind === 'ended') workers.delete(entry.pid)
  }
  const silent = [...workers.values()].filter(
    ({ file, at }) => Math.max(at, lastResult.get(file) ?? 0) < limit,
  )
  const alive = silent.length > 0 ? descendants() : []
  return silent.filter(({ pid }) => alive.includes(pid))
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
