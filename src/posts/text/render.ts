import type { PostHeading, PostLinks } from '#domain/posts.ts'
import { type Budget, budgetFor } from './budget.ts'
import { addHeadingIds } from './headings.ts'
import { limitOutput } from './limit-output.ts'
import { getParser } from './parser.ts'
import { wordsOf } from './words.ts'
import { writeOutLinks } from './write-out-links.ts'

export type RenderedText = {
  html: string
  parts: PostHeading[]
  /** The first line that is shown as text, because it would exceed the budget; from 1. */
  textFrom: number | null
}

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
  const budget = budgetFor(content.length)
  const env = limitOutput({ base, joinsLines }, budget)
  const parsed = parser.parse(content, env)
  const parts = addHeadingIds(parsed)
  const tokens = links === 'written-out' ? writeOutLinks(parsed) : parsed
  const textFrom = budget.exceededAt === null ? null : budget.exceededAt + 1
  return { html: parser.renderer.render(tokens, parser.options, env), parts, textFrom }
}

/** Ends where the budget does. */
export const plainText = (content: string, budget: Budget = budgetFor(content.length)): string =>
  wordsOf(getParser().parse(content, limitOutput({ endsAtLimit: true }, budget)))
