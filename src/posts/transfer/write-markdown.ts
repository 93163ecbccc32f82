import { POST_LIMITS } from '#domain/posts.ts'
import { invalid } from '#src/errors.ts'
import { type Budget, createBudget, spend } from '#src/posts/text/budget.ts'
import { headingName } from '#src/posts/text/targets.ts'
import { type Block, flatLeaves, type Leaf, plainLine } from './document.ts'
import { inlineLine } from './inline-text.ts'
import { NOTE_BRACKET, TAB_MARK } from './marks.ts'

/** Throws AppError invalid if marks and padding alone exceed the length of a post. */
export const writeMarkdown = (blocks: Block[]): string =>
  linesIn(blocks, createBudget(POST_LIMITS.content))
    .join('\n')
    .replaceAll(NOTE_BRACKET, '[')
    .replaceAll(TAB_MARK, '\t')

function spendOrRefuse(budget: Budget, characters: number): void {
  if (spend(budget, characters)) return
  const max = POST_LIMITS.content.toLocaleString('en-US')
  throw invalid(`As Markdown, the content is longer than ${max} characters`)
}

function linesIn(blocks: Block[], budget: Budget, isTight = false): string[] {
  const lines: string[] = []
  let marker = ''
  for (const block of blocks) {
    const isOther = block.kind === 'list' && marker === markerOf(block, false)
    const own = block.kind === 'list' ? listLines(block, budget, isOther) : blockLines(block, budget)
    if (own.length === 0) continue
    if (lines.length > 0 && !isTight) lines.push('')
    lines.push(...own)
    marker = block.kind === 'list' ? markerOf(block, isOther) : ''
  }
  return lines
}

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

function blockLines(block: Exclude<Block, Of<'list'>>, budget: Budget): string[] {
  switch (block.kind) {
    case 'paragraph': {
      const lines = brokenLines(block.leaves).map(inlineLine).filter(Boolean).map(asParagraph)
      return lines.flatMap((line) => ['', line]).slice(1)
    }
    case 'heading': {
      const text = inlineLine(block.leaves)
      const level = Math.min(Math.max(block.level, 1), 6)
      if (text === '') return []
      const title = text.replace(/(?<=\s|^)#+$|\{#(?=[^\s{}]{1,100}\}$)/, '\\$&')
      const isOwnName = block.name !== undefined && block.name !== headingName(plainLine(block.leaves))
      return [`${'#'.repeat(level)} ${title}${isOwnName ? ` {#${block.name}}` : ''}`]
    }
    case 'quote': {
      const lines = linesIn(block.blocks, budget)
      spendOrRefuse(budget, lines.length)
      return lines.map((line) => `> ${line}`.trimEnd())
    }
    case 'code':
      return codeLines(block)
    case 'table':
      return tableLines(block, budget)
    case 'rule':
      return ['***']
  }
}

/** Adjacent lists need different markers to stay separate. */
const markerOf = ({ isOrdered }: Of<'list'>, isOther: boolean) =>
  isOrdered ? (isOther ? ')' : '.') : isOther ? '*' : '-'

function listLines(list: Of<'list'>, budget: Budget, isOther: boolean): string[] {
  const mark = markerOf(list, isOther)
  const isTight = list.items.every(isShort)
  const items = list.items.flatMap((blocks, index) => {
    const marker = list.isOrdered ? `${Math.max(list.start, 0) + index}${mark}` : mark
    const [first, ...rest] = linesIn(blocks, budget, isTight)
    if (first === undefined) return []
    const indent = ' '.repeat(marker.length + 1)
    spendOrRefuse(budget, rest.filter((line) => line !== '').length * indent.length)
    return [[`${marker} ${first}`, ...rest.map((line) => (line === '' ? '' : indent + line))]]
  })
  return isTight ? items.flat() : items.flatMap((lines) => ['', ...lines]).slice(1)
}

const isShort = ([first, second, ...rest]: Block[]) =>
  (first === undefined || (first.kind === 'paragraph' && brokenLines(first.leaves).length === 1)) &&
  (second === undefined || second.kind === 'list') &&
  rest.length === 0

const LANGUAGE = /^[\w+#.-]{1,40}$/

function codeLines({ value, language = '' }: Of<'code'>): string[] {
  const code = value.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  if (code === '') return []
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [fence + (LANGUAGE.test(language) ? language : ''), ...code.split('\n'), fence]
}

const CELL = ' | '

function tableLines({ head, rows }: Of<'table'>, budget: Budget): string[] {
  const width = Math.max(...[head, ...rows].map((row) => row.length))
  const textsOf = (row: Block[][]) => row.map((cell) => inlineLine(flatLeaves(cell)).replaceAll('|', '\\|'))
  const isEmpty = (cells: string[]) => cells.every((cell) => cell === '')
  const body = rows.map(textsOf).filter((cells) => !isEmpty(cells))
  const first = textsOf(head)
  if (body.length === 0 && isEmpty(first)) return []
  const lines = [first, Array.from({ length: width }, () => '---'), ...body]
  spendOrRefuse(budget, lines.length * width * CELL.length)
  return lines.map((cells) => `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(CELL)} |`)
}

function brokenLines(leaves: Leaf[]): Leaf[][] {
  const lines: Leaf[][] = [[]]
  for (const leaf of leaves) {
    if (leaf.kind === 'break') lines.push([])
    else lines.at(-1)?.push(leaf)
  }
  return lines
}

/** Escapes what would start a heading, list item, quote or definition. */
function asParagraph(line: string): string {
  if (/^(?:>|#{1,6}(?:\s|$)|[-+](?:[-\s]|$)|\[(?:[^\]\\]|\\.)*\]:)/.test(line)) return `\\${line}`
  return line.replace(/^(\d{1,9})([.)])(?=[ \t]|$)/, '$1\\$2')
}
