import type { Reach } from '#src/analyses/analyze.ts'
import type { PageReading } from '#src/analyses/page-reading.ts'

/** What a website has to read, or why it can't be read. */
export type Site = Partial<PageReading> | { reason: string }

/** So many keywords, the first one best: 'keyword 1', 'keyword 2'. */
export const keywordsOf = (...names: string[]): PageReading['keywords'] =>
  names.map((keyword, index) => ({
    keyword,
    frequency: names.length - index,
    relevanceScore: 10 - index / 10,
    context: `Page title: ${keyword}`,
  }))

const PAGE: PageReading = {
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

/**
 * Websites that are not there but in the test: each is what `siteAt` says at the moment that it is asked for, and one
 * that is awaited is a slow one.
 */
export function fakeWeb(siteAt: (address: string, signal: AbortSignal) => Site | Promise<Site>) {
  const asked: string[] = []
  const found = new Map<string, PageReading>()
  const web: Reach = {
    publicFetch: async (address, signal) => {
      asked.push(address)
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
  return { web, asked }
}

/** A website that answers when it is told to; `isAsked` settles when someone waits for it. */
export function slowSite() {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Site>()
  const abandoned = Promise.withResolvers<void>()
  return {
    isAsked: asked.promise,
    /** Settles when who waited has given up. */
    isAbandoned: abandoned.promise,
    answer: answer.resolve,
    site: (signal: AbortSignal): Promise<Site> => {
      asked.resolve()
      signal.addEventListener('abort', () => abandoned.resolve())
      return answer.promise
    },
  }
}
