import type { PostLinks, PostPart } from '#domain/posts.ts'
import { placeHeadings } from './headings.ts'
import { getParser } from './parser.ts'
import { wordsOf } from './words.ts'
import { writeOutLinks } from './write-out-links.ts'

/** The text of a post as HTML, and its parts. */
export type RenderedText = { html: string; parts: PostPart[] }

export type RenderOptions = {
  /** The page's full address, for readers elsewhere: links then lead from there. */
  base?: string | undefined
  /** Written out instead of linked, images too, where the text is not to be trusted. */
  links?: PostLinks | undefined
  /** Lines that follow each other are one paragraph, as in a postal address. */
  joinsLines?: boolean
}

/** A post's Markdown as HTML. */
export function renderText(
  content: string,
  { base, links, joinsLines = false }: RenderOptions = {},
): RenderedText {
  const parser = getParser()
  const parsed = parser.parse(content, { joinsLines })
  const parts = placeHeadings(parsed)
  const tokens = links === 'written-out' ? writeOutLinks(parsed) : parsed
  return { html: parser.renderer.render(tokens, parser.options, { base, joinsLines }), parts }
}

/** The words of a post, without marks. */
export const plainText = (content: string): string => wordsOf(getParser().parse(content, {}))
