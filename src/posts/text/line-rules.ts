import { isTooLong } from './limit-output.ts'
import type { Parser, StateBlock } from './tokens.ts'

/** A list counts as two levels; deeper content stays text. */
const DEPTH_MAX = 24
const CODE_INDENT = 4

/** Unlike CommonMark, each line is a paragraph unless the line before ends in a hard break. */
export function addLineRules({ block: { ruler } }: Parser): void {
  ruler.before(
    'table',
    'limit',
    (state, line, end, silent) => {
      if (isTooLong(state, line)) return silent || addRest(state, line, end)
      return !silent && isTooDeep(state) && addLine(state, line)
    },
    { alt: ['blockquote', 'list'] },
  )
  ruler.before(
    'code',
    'indented_text',
    (state, line, end, silent) => !silent && isIndentedText(state, line) && addParagraph(state, line, end),
  )
  ruler.before(
    'blockquote',
    'end_of_quote',
    (state, _line, _end, silent) => silent && state.parentType === 'blockquote',
    {
      alt: ['blockquote'],
    },
  )
  ruler.at('lheading', addUnderlined)
  ruler.at('paragraph', addParagraph)
}

const isTooDeep = ({ level }: StateBlock) => level >= DEPTH_MAX

function addRest(state: StateBlock, line: number, end: number): boolean {
  if (!state.env.endsAtLimit) return addLine(state, line)
  state.line = end
  return true
}

function addLine(state: StateBlock, line: number): boolean {
  addText(state, { line, end: line + 1, tag: 'p', type: 'paragraph' })
  state.line = line + 1
  return true
}

const TEXT_ENDS = new Set(['paragraph_close', 'blockquote_close', 'bullet_list_close', 'ordered_list_close'])

/** Indentation directly below text isn't code, because editors may add it. */
function isIndentedText(state: StateBlock, line: number): boolean {
  if (indentOf(state, line) < CODE_INDENT || line === 0 || state.isEmpty(line - 1)) return false
  return TEXT_ENDS.has(state.tokens.at(-1)?.type ?? '')
}

function addParagraph(state: StateBlock, line: number, end: number): boolean {
  let next = line + 1
  const { joinsLines } = state.env
  while ((joinsLines || endsInBreak(state, next - 1)) && continuesParagraph(state, next, end)) next += 1
  addText(state, { line, end: next, tag: 'p', type: 'paragraph' })
  state.line = next
  return true
}

const indentOf = (state: StateBlock, line: number) => (state.sCount[line] ?? 0) - state.blkIndent

function endsInBreak({ src, bMarks, eMarks }: StateBlock, line: number): boolean {
  const end = eMarks[line] ?? 0
  const begin = bMarks[line] ?? 0
  if (src[end - 1] === ' ') return src[end - 2] === ' ' && end - 2 > begin
  let at = end
  while (at > begin && src[at - 1] === '\\') at -= 1
  return (end - at) % 2 === 1
}

function continuesParagraph(state: StateBlock, line: number, end: number): boolean {
  if (line >= end || state.isEmpty(line) || indentOf(state, line) < 0) return false
  if (indentOf(state, line) >= CODE_INDENT) return true
  const outer = state.parentType
  state.parentType = 'paragraph'
  const isOther = state.md.block.ruler.getRules('paragraph').some((rule) => rule(state, line, end, true))
  state.parentType = outer
  return !isOther
}

const UNDERLINE = /^(?:=+|-+)[ \t]*$/

function addUnderlined(state: StateBlock, start: number, end: number): boolean {
  const line = start + 1
  if (indentOf(state, start) >= CODE_INDENT || line >= end || indentOf(state, line) < 0) return false
  if (indentOf(state, line) >= CODE_INDENT) return false
  const from = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  const mark = state.src[from]
  if (mark !== '=' && mark !== '-') return false
  if (!UNDERLINE.test(state.src.slice(from, state.eMarks[line]))) return false
  addText(state, { line: start, end: line, tag: mark === '=' ? 'h1' : 'h2', type: 'heading' })
  state.line = line + 1
  return true
}

type Text = { line: number; end: number; tag: string; type: 'paragraph' | 'heading' }

function addText(state: StateBlock, { line, end, tag, type }: Text): void {
  const map: [number, number] = [line, end]
  state.push(`${type}_open`, tag, 1).map = map
  const inline = state.push('inline', '', 0)
  inline.content = state.md.utils.asciiTrim(state.getLines(line, end, state.blkIndent, false))
  inline.map = map
  inline.children = []
  state.push(`${type}_close`, tag, -1)
}
