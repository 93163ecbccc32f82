import type { WebAccess } from '#src/analyses/analyze-page.ts'
import type { PageReading } from '#src/analyses/page-reading.ts'

/** The page, or the reason why it can't be read. */
export type Site = Partial<PageReading> | { reason: string }

export const keywordsOf = (...names: string[]): PageReading['keywords'] =>
  names.map((keyword, index) => ({
    keyword,
    frequency: names.length - index,
    relevanceScore: 10 - index / 10,
    context: `Page title: ${keyword}`,
  }))

export const PAGE: PageReading = {
  title: 'Strong passwords',
  metaDescription: 'How to make them',
  canonical: 'https://example.com/',
  robots: 'index',
  lang: 'en',
  charset: 'UTF-8',
  openGraph: { 'og:title': 'Strong passwords' },
  jsonLdTypes: ['WebSite'],
  headings: [{ level: 1, text: 'Strong passwords' }],
  totalHeadings: 4,
  wordCount: 120,
  text: 'Length comes first.',
  keywords: keywordsOf('strong passwords', 'length'),
}

/** `siteAt` is called for each request; a promise makes a slow site. */
export function fakeWeb(siteAt: (address: string, signal: AbortSignal) => Site | Promise<Site>) {
  const requests: string[] = []
  const found = new Map<string, PageReading>()
  const web: WebAccess = {
    publicFetch: async (address, signal) => {
      requests.push(address)
      const site = await siteAt(address, signal)
      if ('reason' in site && site.reason !== undefined) return { kind: 'failure', reason: site.reason }
      found.set(address, { ...PAGE, ...site })
      return {
        kind: 'page',
        url: address,
        status: 200,
        contentType: 'text/html; charset=utf-8',
        body: new TextEncoder().encode(address),
        wireBytes: 1234,
        milliseconds: 56.7,
      }
    },
    pageReader: {
      read: async ({ url }) => found.get(url) ?? { kind: 'failure', reason: 'There is no such page.' },
    },
  }
  return { web, requests }
}

/** Responds when `answer` is called; `requested` resolves at the first request. */
export function slowSite() {
  const requested = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Site>()
  const abandoned = Promise.withResolvers<void>()
  return {
    requested: requested.promise,
    /** Resolves when the client disconnects. */
    disconnected: abandoned.promise,
    answer: answer.resolve,
    site: (signal: AbortSignal): Promise<Site> => {
      requested.resolve()
      signal.addEventListener('abort', () => abandoned.resolve())
      return answer.promise
    },
  }
}
