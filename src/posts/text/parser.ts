import MarkdownIt from 'markdown-it'
import addFootnotes from 'markdown-it-footnote'
import { collectFootnotes, limitFootnotes } from './collect-footnotes.ts'
import { limitReferences } from './limit-references.ts'
import { addLineRules } from './line-rules.ts'
import { renderRules } from './render-rules.ts'
import { sanitizeTokens } from './sanitize-tokens.ts'

let made: ReturnType<typeof createParser> | undefined

/** CommonMark with tables, strikethrough, task lists and footnotes; raw HTML is escaped. */
export function getParser() {
  made ??= createParser()
  return made
}

function createParser() {
  const parser = new MarkdownIt({ html: false })
  parser.use(addFootnotes)
  parser.inline.ruler.disable('footnote_inline')
  parser.use(addLineRules)
  parser.use(limitReferences)
  parser.core.ruler.at('footnote_tail', (state) => {
    limitFootnotes(state.tokens, state.src.length)
    state.tokens = collectFootnotes(state.tokens, state.Token)
  })
  parser.core.ruler.push('shape', ({ tokens, Token }) => sanitizeTokens(tokens, Token))
  // sanitizeTokens validates links and keeps the text of unsafe ones. With html: false, no other sanitizing is needed.
  parser.validateLink = () => true
  Object.assign(parser.renderer.rules, renderRules)
  return parser
}
