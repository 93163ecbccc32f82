import { imageAt } from '#domain/images.ts'
import { linkTarget } from './link-target.ts'
import type { Token, TokenClass } from './tokens.ts'

/** Nobody writes marks within marks this deep. */
const DEEPEST_MARK = 16

/** Brings the parser's tokens into the form that posts are shown in. */
export function shapeTokens(tokens: Token[], NewToken: TokenClass): void {
  showParagraphs(tokens)
  markFigures(tokens)
  addTaskBoxes(tokens, NewToken)
  for (const token of tokens) {
    if (token.type === 'inline') {
      flattenMarks(token.children ?? [])
      checkLinks(token.children ?? [])
    }
    if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token)
  }
}

/** Lines of one item that follow one another are paragraphs, even where the list is set tight. */
function showParagraphs(tokens: Token[]): void {
  tokens.forEach((close, index) => {
    const next = tokens[index + 1]
    if (close.type !== 'paragraph_close' || next?.type !== 'paragraph_open') return
    for (const token of [tokens[index - 2], close, next, tokens[index + 3]]) if (token) token.hidden = false
  })
}

/** An image stored here that is a paragraph of its own, with a title below it. */
function markFigures(tokens: Token[]): void {
  tokens.forEach((open, index) => {
    const [image, ...others] = tokens[index + 1]?.children ?? []
    if (open.type !== 'paragraph_open' || others.length > 0 || image?.type !== 'image') return
    if (!image.attrGet('title') || !imageAt(String(image.attrGet('src')))) return
    const close = tokens[index + 2]
    for (const token of [open, close]) if (token) Object.assign(token, { tag: 'figure', hidden: false })
    image.meta = { isFigure: true }
  })
}

const TASK = /^\[[ xX]\][ \t]+/

function addTaskBoxes(tokens: Token[], NewToken: TokenClass): void {
  tokens.forEach((item, index) => {
    const children = tokens[index + 2]?.children ?? []
    const [first] = children
    if (item.type !== 'list_item_open' || first?.type !== 'text' || !TASK.test(first.content)) return
    item.attrSet('class', 'task')
    const box = new NewToken('task_box', 'input', 0)
    box.meta = { isDone: first.content[1] !== ' ' }
    first.content = first.content.replace(TASK, '')
    children.unshift(box)
  })
}

/** Beyond the deepest mark, text stays and marks go: each is an element inside of the others. */
function flattenMarks(children: Token[]): void {
  let depth = 0
  for (const token of children) {
    // GitHub's element for struck text.
    if (token.tag === 's') token.tag = 'del'
    if (token.nesting === -1) depth -= 1
    if (token.nesting !== 0 && depth >= DEEPEST_MARK) token.hidden = true
    if (token.nesting === 1) depth += 1
  }
}

/** A link that leads nowhere, and one in another, is its text. */
function checkLinks(children: Token[]): void {
  let link: Token | null = null
  for (const token of children) {
    if (token.type === 'link_open') {
      token.hidden ||= linkTarget(String(token.attrGet('href'))) === null
      link = token
    } else if (token.type === 'link_close') {
      token.hidden = link?.hidden ?? false
      link = null
    } else if (token.type === 'image') {
      const isLinked = link !== null && !link.hidden
      token.hidden = isLinked || linkTarget(String(token.attrGet('src'))) === null
    }
  }
}

/** The page's policy refuses style attributes. */
function alignByClass(cell: Token): void {
  const [, side] = /^text-align:(center|right)$/.exec(String(cell.attrGet('style') ?? '')) ?? []
  cell.attrs = side === undefined ? null : [['class', side]]
}
