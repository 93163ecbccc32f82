import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff'

/** Texts that differ more are compared by line only. */
const EDITS_MAX = 1_000
const CONTEXT_LINES = 1

type Piece = { kind: 'same' | 'removed' | 'added'; text: string }
export type Row = { kind: 'same' | 'removed' | 'added'; pieces: Piece[] } | { kind: 'skipped'; lines: number }

/** Changed lines with changed words marked, and CONTEXT_LINES around them. */
export function diffTexts(before: string, after: string): Row[] {
  const blocks = diffLines(before, after, { maxEditLength: EDITS_MAX }) ?? [
    { value: before, removed: true, added: false, count: 1 },
    { value: after, removed: false, added: true, count: 1 },
  ]
  return blocks.flatMap((block, index): Row[] => {
    const [last, next] = [blocks[index - 1], blocks[index + 1]]
    if (block.removed)
      return next?.added ? compareWords(block.value, next.value) : rowsOf('removed', block.value)
    if (block.added) return last?.removed ? [] : rowsOf('added', block.value)
    return shorten(rowsOf('same', block.value), last !== undefined, next !== undefined)
  })
}

function compareWords(before: string, after: string): Row[] {
  const words = diffWordsWithSpace(before, after, { maxEditLength: EDITS_MAX })
  if (!words) return [...rowsOf('removed', before), ...rowsOf('added', after)]
  return [
    { kind: 'removed', pieces: piecesOf(words.filter(({ added }) => !added)) },
    { kind: 'added', pieces: piecesOf(words.filter(({ removed }) => !removed)) },
  ]
}

const piecesOf = (words: ChangeObject<string>[]): Piece[] =>
  words.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }))

const rowsOf = (kind: Piece['kind'], text: string): Row[] =>
  text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => ({ kind, pieces: [{ kind, text: line }] }))

function shorten(rows: Row[], hasBefore: boolean, hasAfter: boolean): Row[] {
  const head = hasBefore ? CONTEXT_LINES : 0
  const tail = hasAfter ? CONTEXT_LINES : 0
  const lines = rows.length - head - tail
  if (lines <= 1) return rows
  return [...rows.slice(0, head), { kind: 'skipped', lines }, ...rows.slice(rows.length - tail)]
}
