import type { PostHeading, PostLinks } from '#domain/posts.ts'
import { addHeadingIds } from './headings.ts'
import { getParser } from './parser.ts'
import { wordsOf } from './words.ts'
import { writeOutLinks } from './write-out-links.ts'

export type RenderedText = { html: string; parts: PostHeading[] }

export type RenderOptions = {
  base?: string | undefined
  /** For untrusted text: 'written-out' shows addresses as text and loads no images. */
  links?: PostLinks | undefined
  joinsLines?: boolean
}

export function renderText(
  content: string,
  { base, links, joinsLines = false }: RenderOptions = {},
): RenderedText {
  const parser = getParser()
  const parsed = parser.parse(content, { joinsLines })
  const parts = addHeadingIds(parsed)
  const tokens = links === 'written-out' ? writeOutLinks(parsed) : parsed
  return { html: parser.renderer.render(tokens, parser.options, { base, joinsLines }), parts }
}

export const plainText = (content: string): string => wordsOf(getParser().parse(content, {}))
