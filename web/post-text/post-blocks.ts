import type { PhrasingContent } from 'mdast'
import { slugOf } from '#domain/posts.ts'
import { plainText, readInlines } from './post-inlines.ts'

export type List = { kind: 'list'; isOrdered: boolean; start: number; items: Item[] }
export type Item = { text: PhrasingContent[]; lists: List[] }
export type Block =
  | { kind: 'paragraph'; text: PhrasingContent[] }
  | { kind: 'heading'; level: HeadingLevel; id: string; text: PhrasingContent[] }
  | { kind: 'quote'; blocks: Block[] }
  | List

type HeadingLevel = 2 | 3 | 4

const LEVELS: Record<string, HeadingLevel> = { '##': 2, '###': 3, '####': 4 }

const DEEPEST_LIST = 4
const TAB_COLUMNS = 4

/** What a plain id such as 'content' or 'gtag' names already is no heading's to take. */
const ID_PREFIX = 's-'

type Line = { text: string; isQuoted: boolean } & (
  | { kind: 'paragraph' }
  | { kind: 'heading'; level: HeadingLevel }
  | { kind: 'item'; indent: number; isOrdered: boolean; start: number }
)

type ReadLine = Line & { inlines: PhrasingContent[] }

/**
 * A post's content as it is shown. Each line is a paragraph, or what its first characters make it: a heading (## to
 * ####), an item of a list, a quote. Blank lines are skipped; items and quotes that follow one another belong together.
 */
export function readBlocks(content: string): Block[] {
  const lines = content.split(/\r\n?|\n/).flatMap(readLine)
  const inlines = readInlines(lines.map(({ text }) => text))
  const read = lines.map((line, index) => ({ ...line, inlines: inlines[index] ?? [] }))
  const place = headingPlaces()
  return runsOf(read).flatMap((run) => {
    const blocks = blocksOf(run, place)
    return run[0]?.isQuoted ? [{ kind: 'quote', blocks }] : blocks
  })
}

function readLine(source: string): Line[] {
  const isQuoted = /^ {0,3}>/.test(source)
  const rest = isQuoted ? source.slice(source.indexOf('>') + 1).replace(/^ /, '') : source
  const text = rest.trim()
  if (text === '') return []

  const [mark, hashes = '', marker = '', number] = BLOCK_MARK.exec(text) ?? []
  if (mark === undefined || DIVIDER.test(text)) return [{ kind: 'paragraph', text, isQuoted }]
  const marked = { text: text.slice(mark.length), isQuoted }
  const level = LEVELS[hashes]
  if (level) return [{ kind: 'heading', level, isQuoted, text: withoutClosing(marked.text) }]
  const isOrdered = !/^[-*+]/.test(marker)
  return [{ kind: 'item', indent: indentOf(rest), isOrdered, start: Number(number ?? 1), ...marked }]
}

/** Other white space, such as the no-break space in a date, is part of a text. */
const BLOCK_MARK = /^(?:(#{2,4})|([-*+]|(\d{1,9})[.)]))[ \t]+/
const DIVIDER = /^([-*])(?:\s*\1)+$/

/** `## Title ##` is a heading that says Title. */
function withoutClosing(title: string): string {
  let end = title.length
  while (title[end - 1] === '#') end -= 1
  if (end === title.length || !/[ \t]/.test(title[end - 1] ?? '')) return title
  return title.slice(0, end).trimEnd()
}

function indentOf(line: string): number {
  const space = /^\s*/.exec(line)?.[0] ?? ''
  return space.replaceAll('\t', ' '.repeat(TAB_COLUMNS)).length
}

/** Lines that stand in one quote, or outside any. */
function runsOf(lines: ReadLine[]): ReadLine[][] {
  const runs: ReadLine[][] = []
  for (const line of lines) {
    const run = runs.at(-1)
    if (run?.[0]?.isQuoted === line.isQuoted) run.push(line)
    else runs.push([line])
  }
  return runs
}

type Place = { id: string; level: HeadingLevel }

function blocksOf(lines: ReadLine[], place: (text: string, level: HeadingLevel) => Place): Block[] {
  const blocks: Block[] = []
  let open: OpenList[] = []
  for (const line of lines) {
    if (line.kind === 'item') {
      open = addItem(blocks, open, line)
      continue
    }
    open = []
    const { inlines: text } = line
    if (line.kind === 'paragraph') blocks.push({ kind: 'paragraph', text })
    else blocks.push({ kind: 'heading', ...place(plainText(text), line.level), text })
  }
  return blocks
}

type OpenList = { indent: number; list: List }

/** Adds an item to the list that its indent says, the innermost of `open` or one around it; answers what is open then. */
function addItem(
  blocks: Block[],
  open: OpenList[],
  { indent, isOrdered, start, inlines }: Extract<ReadLine, { kind: 'item' }>,
): OpenList[] {
  const around = open.filter((outer) => outer.indent < indent).slice(0, DEEPEST_LIST)
  const item: Item = { text: inlines, lists: [] }
  const siblings = open[around.length] ?? (around.length === DEEPEST_LIST ? around.pop() : undefined)
  if (siblings?.list.isOrdered === isOrdered) {
    siblings.list.items.push(item)
    return [...around, siblings]
  }
  const list: List = { kind: 'list', isOrdered, start, items: [item] }
  const parent = around.at(-1)?.list.items.at(-1)
  if (parent) parent.lists.push(list)
  else blocks.push(list)
  return [...around, { indent, list }]
}

/**
 * Ids for headings, by their text; a repeated one gets a number. A heading is at most one level below the one before it,
 * and the first one is of the highest: screen readers take a gap for a part that is missing.
 */
function headingPlaces(): (text: string, level: HeadingLevel) => Place {
  const seen = new Map<string, number>()
  let deepest: HeadingLevel = 2
  return (text, written) => {
    const name = `${ID_PREFIX}${slugOf(text)}`
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const level = written < deepest ? written : deepest
    deepest = level === 2 ? 3 : 4
    return { id: count === 1 ? name : `${name}-${count}`, level }
  }
}
