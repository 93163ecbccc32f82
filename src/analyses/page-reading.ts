export type PageInput = { url: string; contentType: string | null; body: Uint8Array }

export type PageHeading = { level: 1 | 2 | 3 | 4 | 5 | 6; text: string }

export type PageKeyword = {
  keyword: string
  relevanceScore: number
  frequency: number
  /** For example 'Page title: Trail running shoes', with at most 80 characters of text. */
  context: string
}

/** Every text is bounded and well-formed. */
export type PageReading = {
  title: string | null
  metaDescription: string | null
  canonical: string | null
  robots: string | null
  lang: string | null
  charset: string
  openGraph: Record<string, string>
  jsonLdTypes: string[]
  headings: PageHeading[]
  totalHeadings: number
  wordCount: number
  text: string
  keywords: PageKeyword[]
}

/** `reason` is a sentence for administrators, without text from the page. */
type PageFailure = { kind: 'failure'; reason: string }

/** A page that sends its visitors on at once. */
type PageRedirect = { kind: 'redirect'; url: string }

export type PageResult = PageReading | PageFailure | PageRedirect
