import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const PAGE = 4096
const ENTRY = 8
/** Page map flags: in memory or swapped. */
const ALLOCATED = 0b1100_0000
const READ_AT_ONCE = 16 * 1024 * 1024
/** Engines reserve gigabytes they never use. */
const ENTRIES_AT_ONCE = 65_536

/**
 * Counts occurrences of each text in writable memory: heap, stacks and mapped files. Linux only, for child processes.
 */
export function countInMemory(pid: number, texts: Uint8Array[]): number[] {
  const overlap = Math.max(...texts.map(({ length }) => length)) - 1
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const pagemap = openSync(`/proc/${pid}/pagemap`, 'r')
  const counts = texts.map(() => 0)
  try {
    for (const { from, to } of allocatedRuns(pagemap, writableRanges(pid))) {
      for (let at = from; at < to; at += READ_AT_ONCE) {
        const start = Math.max(from, at - overlap)
        const piece = Buffer.alloc(Math.min(at + READ_AT_ONCE, to) - start)
        const read = readSync(memory, piece, 0, piece.length, start)
        for (const [index, text] of texts.entries()) {
          counts[index] = (counts[index] ?? 0) + countOccurrences(piece.subarray(0, read), text)
        }
      }
    }
  } finally {
    closeSync(pagemap)
    closeSync(memory)
  }
  return counts
}

type Range = { from: number; to: number }

function writableRanges(pid: number): Range[] {
  const lines = readFileSync(`/proc/${pid}/maps`, 'utf8').matchAll(/^([\da-f]+)-([\da-f]+) rw/gm)
  return [...lines].map(([, from = '', to = '']) => ({
    from: Number.parseInt(from, 16),
    to: Number.parseInt(to, 16),
  }))
}

function* allocatedRuns(pagemap: number, ranges: Range[]): Generator<Range> {
  const entries = Buffer.alloc(ENTRIES_AT_ONCE * ENTRY)
  for (const { from, to } of ranges) {
    for (let at = from; at < to; at += ENTRIES_AT_ONCE * PAGE) {
      const pages = Math.min(ENTRIES_AT_ONCE, (to - at) / PAGE)
      readSync(pagemap, entries, 0, pages * ENTRY, (at / PAGE) * ENTRY)
      let start: number | null = null
      for (let page = 0; page <= pages; page++) {
        const isAllocated = page < pages && ((entries[page * ENTRY + ENTRY - 1] ?? 0) & ALLOCATED) !== 0
        if (isAllocated) start ??= page
        else if (start !== null) {
          yield { from: at + start * PAGE, to: at + page * PAGE }
          start = null
        }
      }
    }
  }
}

function countOccurrences(piece: Buffer, text: Uint8Array): number {
  let count = 0
  for (let at = piece.indexOf(text); at !== -1; at = piece.indexOf(text, at + 1)) count += 1
  return count
}
