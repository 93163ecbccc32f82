import type { PostPart } from '#domain/posts.ts'
import { placeHeadings } from './headings.ts'
import { parser } from './parser.ts'
import { wordsOf } from './words.ts'

/** The text of a post as HTML, and its parts. */
export type RenderedText = { html: string; parts: PostPart[] }

/**
 * A post's Markdown as HTML. `base` is the page's full address, for readers elsewhere: links then lead from there.
 */
export function renderText(content: string, base?: string): RenderedText {
  const tokens = parser.parse(content, {})
  const parts = placeHeadings(tokens)
  return { html: parser.renderer.render(tokens, parser.options, { base }), parts }
}

/** The words of a post, without marks. */
export const plainText = (content: string): string => wordsOf(parser.parse(content, {}))
