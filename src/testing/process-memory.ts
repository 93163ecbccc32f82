import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const PAGE = 4096
const ENTRY = 8
/** In an entry of the page map: the page is in memory, or on the swap device. */
const HELD = 0b1100_0000
const READ_AT_ONCE = 16 * 1024 * 1024
/** Engines reserve gigabytes that they never touch: so much of the page map is read at once. */
const ENTRIES_AT_ONCE = 65_536

/**
 * How often each of these texts stands in the memory that a process may write to: heap, stacks and mapped files. On
 * Linux only, for a child of this process.
 */
export function countInMemory(pid: number, texts: Uint8Array[]): number[] {
  const overlap = Math.max(...texts.map(({ length }) => length)) - 1
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const pagemap = openSync(`/proc/${pid}/pagemap`, 'r')
  const counts = texts.map(() => 0)
  try {
    for (const { from, to } of heldRuns(pagemap, writableRanges(pid))) {
      for (let at = from; at < to; at += READ_AT_ONCE) {
        const start = Math.max(from, at - overlap)
        const piece = Buffer.alloc(Math.min(at + READ_AT_ONCE, to) - start)
        const read = readSync(memory, piece, 0, piece.length, start)
        for (const [index, text] of texts.entries()) {
          counts[index] = (counts[index] ?? 0) + countIn(piece.subarray(0, read), text)
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

/** The parts of these ranges that hold anything, as runs of neighboring pages. */
function* heldRuns(pagemap: number, ranges: Range[]): Generator<Range> {
  const entries = Buffer.alloc(ENTRIES_AT_ONCE * ENTRY)
  for (const { from, to } of ranges) {
    for (let at = from; at < to; at += ENTRIES_AT_ONCE * PAGE) {
      const pages = Math.min(ENTRIES_AT_ONCE, (to - at) / PAGE)
      readSync(pagemap, entries, 0, pages * ENTRY, (at / PAGE) * ENTRY)
      let start: number | null = null
      for (let page = 0; page <= pages; page++) {
        const isHeld = page < pages && ((entries[page * ENTRY + ENTRY - 1] ?? 0) & HELD) !== 0
        if (isHeld) start ??= page
        else if (start !== null) {
          yield { from: at + start * PAGE, to: at + page * PAGE }
          start = null
        }
      }
    }
  }
}

function countIn(piece: Buffer, text: Uint8Array): number {
  let count = 0
  for (let at = piece.indexOf(text); at !== -1; at = piece.indexOf(text, at + 1)) count += 1
  return count
}
