import type { Definition, List, ListItem, Nodes, PhrasingContent } from 'mdast'
import { codeSpan, escapeText, linkTo, marked } from './marks.ts'

/** Where the references of a document lead, by their names. */
type Targets = ReadonlyMap<string, string>

/**
 * A Markdown document in the form that posts have: each block a line of its own, blank lines between. What a line can't
 * be becomes the nearest thing that it can: a row of a table the line of its cells, a picture a link, code a code span.
 */
export function linesOf(document: Nodes): string {
  const targets = new Map(definitionsIn(document).map(({ identifier, url }) => [identifier, url]))
  return blocksOf(document, targets).join('\n\n')
}

function definitionsIn(node: Nodes): Definition[] {
  if (node.type === 'definition') return [node]
  return 'children' in node ? node.children.flatMap(definitionsIn) : []
}

/** A list is one block of several lines, and so is a quote; any other is one line. */
function blocksOf(node: Nodes, targets: Targets, isQuoted = false): string[] {
  switch (node.type) {
    case 'paragraph':
      return linesIn(inlineText(node.children, targets)).map(asParagraph)
    case 'heading': {
      const text = oneLine(inlineText(node.children, targets))
      return text === '' ? [] : [`${'#'.repeat(Math.min(Math.max(node.depth, 2), 4))} ${text}`]
    }
    case 'list': {
      const items = listLines(node, targets)
      return items.length === 0 ? [] : [items.join('\n')]
    }
    case 'blockquote': {
      const blocks = node.children.flatMap((child) => blocksOf(child, targets, true))
      if (isQuoted || blocks.length === 0) return blocks
      return [
        blocks
          .flatMap((block) => block.split('\n'))
          .map((line) => `> ${line}`)
          .join('\n'),
      ]
    }
    case 'code':
      return linesIn(node.value).map(codeSpan)
    case 'tableRow': {
      const cells = node.children.map((cell) => oneLine(inlineText(cell.children, targets)))
      // A table without a head is given an empty one.
      return cells.every((cell) => cell === '') ? [] : linesIn(cells.join(' | ')).map(asParagraph)
    }
    case 'definition':
    case 'footnoteDefinition':
    case 'html':
    case 'thematicBreak':
    case 'yaml':
      return []
    default:
      if (isPhrasing(node)) return linesIn(inlineText([node], targets)).map(asParagraph)
      return 'children' in node ? node.children.flatMap((child) => blocksOf(child, targets, isQuoted)) : []
  }
}

function listLines({ children, ordered, start }: List, targets: Targets): string[] {
  return children.flatMap((item, index) => {
    const marker = ordered ? `${(start ?? 1) + index}.` : '-'
    const inner = item.children.filter((child) => child.type === 'list')
    const sublists = inner.flatMap((list) => listLines(list, targets))
    const indent = ' '.repeat(marker.length + 1)
    const text = itemText(item, targets)
    return text === '' ? sublists : [`${marker} ${text}`, ...sublists.map((line) => indent + line)]
  })
}

function itemText({ children }: ListItem, targets: Targets): string {
  const blocks = children
    .filter(({ type }) => type !== 'list')
    .flatMap((child) => blocksOf(child, targets, true))
  return oneLine(blocks.join(' '))
}

type Inline = Exclude<PhrasingContent, { type: 'html' }>

const PHRASING = new Set<string>([
  'break',
  'delete',
  'emphasis',
  'footnoteReference',
  'html',
  'image',
  'imageReference',
  'inlineCode',
  'link',
  'linkReference',
  'strong',
  'text',
])
const isPhrasing = (node: Nodes): node is Inline => PHRASING.has(node.type)

function inlineText(nodes: PhrasingContent[], targets: Targets): string {
  let text = ''
  nodes.forEach((node, index) => {
    const [next = ''] = plain(nodes[index + 1])
    text += inline(node, targets, { before: text.at(-1) ?? '', after: next })
  })
  return text
}

type Neighbours = { before: string; after: string }

function inline(node: PhrasingContent, targets: Targets, neighbours: Neighbours): string {
  switch (node.type) {
    case 'text':
      return escapeText(node.value)
    case 'break':
      return '\n'
    case 'html':
      return /^<br\b/i.test(node.value) ? '\n' : ''
    case 'inlineCode':
      return codeSpan(node.value)
    case 'strong':
      return marked('**', spaced(inlineText(node.children, targets)), neighbours)
    case 'emphasis':
      return marked('*', spaced(inlineText(node.children, targets)), neighbours)
    case 'delete':
      return inlineText(node.children, targets)
    case 'link':
      return linkTo(node.url, plain(node))
    case 'linkReference':
      return linkTo(targets.get(node.identifier), plain(node))
    case 'image':
      return linkTo(node.url, node.alt || node.url)
    case 'imageReference':
      return linkTo(targets.get(node.identifier), node.alt || node.identifier)
    case 'footnoteReference':
      return ''
  }
}

/** The text of a node without any marks. */
export function plain(node: Nodes | undefined): string {
  if (!node) return ''
  if ('children' in node) return node.children.map((child) => plain(child)).join('')
  if (node.type === 'image') return node.alt ?? ''
  return 'value' in node && node.type !== 'html' ? node.value : ''
}

/** Only what HTML takes for white space: blanks that keep words together stay. */
const spaced = (text: string) => text.replace(/[ \t\n\f\r]+/g, ' ')
const oneLine = (text: string) => spaced(text).trim()

const linesIn = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Takes from the beginning of a line what would make it a heading, an item or a quote. */
function asParagraph(line: string): string {
  const text = oneLine(line)
  if (/^(?:>|(?:#{2,4}|[-+])(?:\s|$))/.test(text)) return `\\${text}`
  return text.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
}
