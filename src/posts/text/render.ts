import type { PostHeading, PostLinks } from '#domain/posts.ts'
import { type Budget, budgetFor } from './budget.ts'
import { addIds } from './headings.ts'
import { limitOutput } from './limit-output.ts'
import { getParser } from './parser.ts'
import { connectLinks, createTargets } from './targets.ts'
import { wordsOf } from './words.ts'
import { writeOutLinks } from './write-out-links.ts'

export type RenderedText = {
  html: string
  parts: PostHeading[]
  /** The first line that is shown as text, because it would exceed the budget; from 1. */
  textFrom: number | null
  /** Links within the text without a target, such as #part-2. */
  deadLinks: string[]
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
  const targets = createTargets()
  const parts = addIds(parsed, targets)
  const deadLinks = connectLinks(parsed, targets)
  const tokens = links === 'written-out' ? writeOutLinks(parsed) : parsed
  const textFrom = budget.exceededAt === null ? null : budget.exceededAt + 1
  return { html: parser.renderer.render(tokens, parser.options, env), parts, textFrom, deadLinks }
}

/** Ends where the budget does. */
export const plainText = (content: string, budget: Budget = budgetFor(content.length)): string =>
  wordsOf(getParser().parse(content, limitOutput({ endsAtLimit: true }, budget)))
