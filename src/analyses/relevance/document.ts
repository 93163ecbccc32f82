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

/** Turns paragraphs into blocks of equal weight and rejoins words hyphenated at line ends. */
export function plainDocument(text: string, language: string | null = null): TextDocument {
  const joined = text.replace(/(\p{Ll})-\r?\n\s*(?=\p{Ll})/gu, '$1')
  const paragraphs = joined.split(/\n[^\S\n]*\n/).filter((paragraph) => paragraph.trim() !== '')
  return {
    language,
    blocks: paragraphs.map((paragraph) => ({ text: paragraph, place: 'body', boilerplate: 0 })),
  }
}
