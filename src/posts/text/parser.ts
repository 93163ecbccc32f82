import MarkdownIt from 'markdown-it'
import addFootnotes from 'markdown-it-footnote'
import { gatherNotes } from './gather-notes.ts'
import { limitReferences } from './limit-references.ts'
import { addLineRules } from './line-rules.ts'
import { renderRules } from './render-rules.ts'
import { shapeTokens } from './shape-tokens.ts'

let made: ReturnType<typeof createParser> | undefined

/** What a post is written in: CommonMark, tables, strike-through, task lists and footnotes; raw HTML is text. */
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
    state.tokens = gatherNotes(state.tokens, state.Token)
  })
  parser.core.ruler.push('shape', ({ tokens, Token }) => shapeTokens(tokens, Token))
  // Links to nowhere lose their address in shapeTokens, and keep their text.
  parser.validateLink = () => true
  Object.assign(parser.renderer.rules, renderRules)
  return parser
}
