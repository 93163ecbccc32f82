import MarkdownIt from 'markdown-it'
import addFootnotes from 'markdown-it-footnote'
import { collectFootnotes } from './collect-footnotes.ts'
import { addOutputLimits } from './limit-output.ts'
import { addLineRules } from './line-rules.ts'
import { renderRules } from './render-rules.ts'
import { sanitizeTokens } from './sanitize-tokens.ts'
import { addTargetSyntax } from './targets.ts'

/** More than the depth at which blocks become text. Open brackets take this many times as long as other text. */
const NESTING_MAX = 30

let made: ReturnType<typeof createParser> | undefined

/** CommonMark with tables, strikethrough, task lists, footnotes and names to link to; other raw HTML is escaped. */
export function getParser() {
  made ??= createParser()
  return made
}

function createParser() {
  const parser = new MarkdownIt({ html: false, maxNesting: NESTING_MAX })
  parser.use(addFootnotes)
  parser.inline.ruler.disable('footnote_inline')
  parser.use(addLineRules)
  parser.use(addTargetSyntax)
  parser.use(addOutputLimits)
  parser.core.ruler.at('footnote_tail', (state) => {
    state.tokens = collectFootnotes(state.tokens, state.Token)
  })
  parser.core.ruler.push('shape', ({ tokens, Token }) => sanitizeTokens(tokens, Token))
  // sanitizeTokens validates links and keeps the text of unsafe ones. With html: false, no other sanitizing is needed.
  parser.validateLink = () => true
  Object.assign(parser.renderer.rules, renderRules)
  return parser
}
