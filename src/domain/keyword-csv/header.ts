import { FIELDS, mapColumns } from './columns.ts'
import { splitLine } from './lines.ts'

const DELIMITERS = [',', ';', '\t', '|'] as const
type Delimiter = (typeof DELIMITERS)[number]

export type Header = {
  delimiter: Delimiter
  newline: '\n' | '\r'
  names: string[]
  line: number
  end: number
}

/** Exports may put titles, date ranges or filters above the table. */
const LINES_SEARCHED = 40

type Line = { text: string; number: number; end: number }
type Candidate = { names: string[]; delimiter: Delimiter; recognized: number; line: Line }

/** The first line with a keyword column, else the first non-blank line; null if all are blank. */
export function findHeader(head: string): Header | null {
  const newline = head.includes('\n') ? '\n' : '\r'
  const lines = firstLines(head, newline).filter(({ text }) => text.trim() !== '')
  const [first] = lines
  if (!first) return null
  const found = lines.map(withKeywords).find((candidate) => candidate && !isRowBelow(first, candidate))
  const { names, delimiter, line } = found ?? widest(first)
  return { delimiter, newline, names, line: line.number, end: line.end }
}

function firstLines(head: string, newline: string): Line[] {
  const lines: Line[] = []
  for (let start = 0; start < head.length && lines.length < LINES_SEARCHED; ) {
    const end = endOfNames(head, start, newline) ?? endOfLine(head, start, newline)
    lines.push({ text: head.slice(start, end), number: lines.length + 1, end })
    start = end
  }
  return lines
}

function endOfLine(head: string, start: number, newline: string): number {
  const found = head.indexOf(newline, start)
  return found === -1 ? head.length : found + 1
}

/** Null if quotes aren't cell quotes, such as inch marks in a title. */
function endOfNames(head: string, start: number, newline: string): number | null {
  for (let at = start; ; ) {
    const from = skipSpaces(head, at)
    let end = from
    if (head[from] === '"') {
      const close = closingQuote(head, from)
      if (close === null) return null
      end = skipSpaces(head, close + 1)
      if (head[end] === '\r' && newline === '\n') end++
      if (end < head.length && head[end] !== newline && !isDelimiter(head[end])) return null
    } else {
      while (end < head.length && head[end] !== newline && !isDelimiter(head[end])) end++
    }
    if (end >= head.length) return head.length
    at = end + 1
    if (head[end] === newline) return at
  }
}

function closingQuote(text: string, open: number): number | null {
  for (let at = open + 1; ; at += 2) {
    at = text.indexOf('"', at)
    if (at === -1) return null
    if (text[at + 1] !== '"') return at
  }
}

function skipSpaces(text: string, start: number): number {
  let at = start
  while (text[at] === ' ') at++
  return at
}

const isDelimiter = (character: string | undefined) => DELIMITERS.some((delimiter) => delimiter === character)

function readAs(line: Line, delimiter: Delimiter): Candidate {
  const names = splitLine(line.text, delimiter).map((name) => name.replace(/\s+/g, withoutBreak))
  const mapping = mapColumns(names)
  return { names, delimiter, line, recognized: FIELDS.filter((field) => mapping[field] !== null).length }
}

const withoutBreak = (space: string) => (/[\r\n]/.test(space) ? ' ' : space)

const widest = (line: Line): Candidate =>
  DELIMITERS.map((delimiter) => readAs(line, delimiter)).reduce((best, next) =>
    next.names.length > best.names.length ? next : best,
  )

function withKeywords(line: Line): Candidate | null {
  return (
    DELIMITERS.map((delimiter) => readAs(line, delimiter))
      .filter(({ names }) => mapColumns(names).keyword !== null)
      .reduce<Candidate | null>(
        (best, next) => (best && best.names.length >= next.names.length ? best : next),
        null,
      ) ?? null
  )
}

/** 'keyword' and 'query' may also be keywords: such a row is as wide as the table, unlike a title above it. */
function isRowBelow(first: Line, { line, names, delimiter, recognized }: Candidate): boolean {
  if (line === first || recognized > 1 || names.length === 1) return false
  return splitLine(first.text, delimiter).length === names.length
}
