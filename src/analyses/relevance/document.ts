/** Where on a page a piece of text stands. */
export const PLACES = ['title', 'h1', 'h2', 'h3', 'description', 'url', 'alt', 'anchor', 'body'] as const
export type Place = (typeof PLACES)[number]

/** A piece of text that no phrase reaches across the ends of: a paragraph, a heading, a link. */
export type Block = {
  text: string
  place: Place
  /** From 0, the page's own content, to 1, what every page of the site repeats. */
  boilerplate: number
}

/** `language` as in `<html lang>`, null when the page does not tell. Blocks in the order in which they are read. */
export type TextDocument = { language: string | null; blocks: Block[] }

export type Keyword = {
  /** One to three words, written as the page writes them most often. */
  keyword: string
  /** How often the page has it, inflected forms and parts of longer phrases included. */
  frequency: number
  /** 0 to 10 with one decimal; the page's best keyword has 10. */
  relevanceScore: number
  /** The weightiest place where it stands, and at most 80 characters from there. */
  context: { place: Place; snippet: string }
}

/** Plain text: a block a paragraph, no place better than another. Words that a line's end has divided are joined. */
export function plainDocument(text: string, language: string | null = null): TextDocument {
  const joined = text.replace(/(\p{Ll})-\r?\n\s*(?=\p{Ll})/gu, '$1')
  const paragraphs = joined.split(/\n[^\S\n]*\n/).filter((paragraph) => paragraph.trim() !== '')
  return {
    language,
    blocks: paragraphs.map((paragraph) => ({ text: paragraph, place: 'body', boilerplate: 0 })),
  }
}
