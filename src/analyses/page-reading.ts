/** A page as it came over the wire, decompressed. `contentType` is the header's value. */
export type PageInput = { url: string; contentType: string | null; body: Uint8Array }

export type PageHeading = { level: 1 | 2 | 3 | 4 | 5 | 6; text: string }

export type PageKeyword = {
  keyword: string
  /** 0 to 10 with one decimal; the page's best keyword has 10. */
  relevanceScore: number
  frequency: number
  /** Where it stands, and at most 80 characters from there: 'Page title: Trail running shoes'. */
  context: string
}

/** What a page says of itself and is about. Whatever the page holds, every text here is bounded and well-formed. */
export type PageReading = {
  title: string | null
  metaDescription: string | null
  /** An absolute http(s) address. */
  canonical: string | null
  robots: string | null
  lang: string | null
  /** The encoding that it was read in, as the WHATWG names it: 'UTF-8'. */
  charset: string
  /** By property, such as 'og:title'; a property's first value. */
  openGraph: Record<string, string>
  /** Of the page's structured data, what is described before its parts. */
  jsonLdTypes: string[]
  /** The first of them that can be seen. */
  headings: PageHeading[]
  /** h1 to h6, all of them. */
  totalHeadings: number
  /** Visible ones. */
  wordCount: number
  /** The beginning of what can be seen, a line for each piece of text. */
  text: string
  /** At most 500, by relevance and then by frequency. */
  keywords: PageKeyword[]
}

/** Why a page could not be read: one plain sentence for an administrator, with nothing of the page in it. */
export type PageFailure = { kind: 'failure'; reason: string }
