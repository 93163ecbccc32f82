import { appendFileSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The record's path; undefined unless scripts/test runs the tests. */
export const RECORD = process.env.PASSWRIGHT_TEST_RECORD

export const recordIn = (folder: string) => join(folder, 'record.jsonl')

/** Bun.main is the test file at work. */
export const currentFile = () => relative(process.cwd(), Bun.main)

/**
 * What happened in a run, one JSON line each, written at once, so that a killed run leaves a true record. A worker writes
 * 'started', 'ended' and 'opened', the page at `path`; 'planned' lists the files to run, 'over' ends the run, and 'reported' says that
 * its totals are about to be printed.
 */
export type Entry =
  | { kind: 'planned'; files: string[] }
  | { kind: 'started' | 'ended'; file: string; pid: number; at: number }
  | { kind: 'passed' | 'skipped' | 'failed'; file: string; name: string; ms: number }
  | { kind: 'error'; file: string; line: string }
  | { kind: 'opened'; file: string; path: string }
  | { kind: 'over' | 'reported' }

/** `failures` has a line for each failure. */
export type Totals = { passed: number; failed: number; skipped: number; failures: string[] }

export function append(path: string, entry: Entry): void {
  appendFileSync(path, `${JSON.stringify(entry)}\n`)
}

/** Without a last line that was cut off. */
export function readRecord(path: string): Entry[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  lines.pop()
  return lines.map((line): Entry => JSON.parse(line))
}

/** Every file that was at work when the run was cut off counts as a failure, and those that never started as another. */
export function totalsOf(entries: Entry[]): Totals {
  const failures = Map.groupBy(
    entries.flatMap((entry) => (entry.kind === 'failed' ? entry : [])),
    ({ file }) => file,
  )
  const lines = [...failures].flatMap(([file, failed]) => {
    const errors = entries.flatMap((entry) =>
      entry.kind === 'error' && entry.file === file ? entry.line : [],
    )
    const isPaired = errors.length === failed.length
    return failed.map(({ name }, index) => `${file} ${name}${isPaired ? `: ${errors[index]}` : ''}`)
  })
  if (!entries.some(({ kind }) => kind === 'over')) {
    const left = filesLeft(entries).length
    lines.push(
      'the run was cut off',
      ...filesAtWork(entries).map((file) => `${file} was at work`),
      ...(left > 0 ? [`${left} files were not run`] : []),
    )
  }
  const count = (kind: Entry['kind']) => entries.filter((entry) => entry.kind === kind).length
  return { passed: count('passed'), failed: lines.length, skipped: count('skipped'), failures: lines }
}

/** Files that have started and not ended. */
export function filesAtWork(entries: Entry[]): string[] {
  const files = new Set<string>()
  for (const entry of entries) {
    if (entry.kind === 'started') files.add(entry.file)
    if (entry.kind === 'ended') files.delete(entry.file)
  }
  return [...files]
}

/** Planned files that haven't started. */
function filesLeft(entries: Entry[]): string[] {
  const started = new Set(entries.flatMap((entry) => (entry.kind === 'started' ? entry.file : [])))
  return entries.flatMap((entry) =>
    entry.kind === 'planned' ? entry.files.filter((file) => !started.has(file)) : [],
  )
}

/** The duration of each file's tests in ms, the longest first. */
export function slowestFiles(entries: Entry[]): [file: string, ms: number][] {
  const sums = new Map<string, number>()
  for (const entry of entries) if ('ms' in entry) sums.set(entry.file, (sums.get(entry.file) ?? 0) + entry.ms)
  return [...sums].sort(([, one], [, other]) => other - one)
}

const recorded = new Set<string>()

/** For `scripts/test --changed`: the pages that a file of browser tests opens. */
export function recordPage(address: string): void {
  const { pathname: path } = new URL(address)
  const file = currentFile()
  if (RECORD === undefined || recorded.has(`${file} ${path}`)) return
  recorded.add(`${file} ${path}`)
  append(RECORD, { kind: 'opened', file, path })
}
