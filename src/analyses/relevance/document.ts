export const PLACES = ['title', 'h1', 'h2', 'h3', 'description', 'url', 'alt', 'anchor', 'body'] as const
export type Place = (typeof PLACES)[number]

/** A paragraph, a heading or a link. Phrases never cross block boundaries. */
export type Block = {
  text: string
  place: Place
  /** From 0 (content) to 1 (repeated on every page of the site). */
  boilerplate: number
}

export type TextDocument = { language: string | null; blocks: Block[] }

export type Keyword = {
  keyword: string
  /** Counts inflected forms and occurrences within longer phrases, too. */
  frequency: number
  relevanceScore: number
  context: { place: Place; snippet: string }
}
