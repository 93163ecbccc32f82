import { parseImagePath } from '#domain/images.ts'
import { linkTarget } from './link-target.ts'
import type { Token, TokenClass } from './tokens.ts'

const MARK_DEPTH_MAX = 16

/** Hides unsafe links and images, removes inline styles, and prepares figures and task boxes. */
export function sanitizeTokens(tokens: Token[], NewToken: TokenClass): void {
  showParagraphs(tokens)
  markFigures(tokens)
  addTaskBoxes(tokens, NewToken)
  for (const token of tokens) {
    if (token.type === 'inline') {
      flattenMarks(token.children ?? [])
      hideUnsafeLinks(token.children ?? [])
    }
    if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token)
  }
}

/** Consecutive lines of a list item become paragraphs, even in tight lists. */
function showParagraphs(tokens: Token[]): void {
  tokens.forEach((close, index) => {
    const next = tokens[index + 1]
    if (close.type !== 'paragraph_close' || next?.type !== 'paragraph_open') return
    for (const token of [tokens[index - 2], close, next, tokens[index + 3]]) if (token) token.hidden = false
  })
}

function markFigures(tokens: Token[]): void {
  tokens.forEach((open, index) => {
    const [image, ...others] = tokens[index + 1]?.children ?? []
    if (open.type !== 'paragraph_open' || others.length > 0 || image?.type !== 'image') return
    if (!image.attrGet('title') || !parseImagePath(String(image.attrGet('src')))) return
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

/** Beyond MARK_DEPTH_MAX, removes emphasis and links but keeps their text. */
function flattenMarks(children: Token[]): void {
  let depth = 0
  for (const token of children) {
    // Like GitHub.
    if (token.tag === 's') token.tag = 'del'
    if (token.nesting === -1) depth -= 1
    if (token.nesting !== 0 && depth >= MARK_DEPTH_MAX) token.hidden = true
    if (token.nesting === 1) depth += 1
  }
}

function hideUnsafeLinks(children: Token[]): void {
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
      token.hidden ||= isLinked || linkTarget(String(token.attrGet('src'))) === null
    }
  }
}

/** The content security policy forbids style attributes. */
function alignByClass(cell: Token): void {
  const [, side] = /^text-align:(center|right)$/.exec(String(cell.attrGet('style') ?? '')) ?? []
  cell.attrs = side === undefined ? null : [['class', side]]
}
