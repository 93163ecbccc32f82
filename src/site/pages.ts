import { createHash } from 'node:crypto'
import type { KeptFile, OwnPage } from '#domain/site.ts'
import type { Call } from '#src/http/call.ts'
import { type EncodedBody, encodedAnswer } from '#src/http/encoded.ts'
import type { PackedBody } from '#src/http/packed.ts'
import type { Document, Prepared } from '#src/http/prepared.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { notFoundPage, offlineNotePage, ownPageModule, sitePages } from '#web/site-pages.ts'
import type { Documents } from './documents.ts'
import { isAdminPath } from './public-paths.ts'
import type { Renderer } from './renderer.ts'

export type Pages = {
  /** The page at one of the site's own paths. */
  answer(call: Call, path: string, seen: Document['seen']): Promise<Response>
  notFound(call: Call, isAdmin?: boolean): Promise<Response>
  /** The note that stands in for pages without a network. */
  offlineNote(call: Call): Promise<Response>
  /** The documents that browsers keep, each with what names exactly the bytes that are served now. */
  documentsToKeep(call: Call): Promise<KeptFile[]>
}

/** The text of these pages never changes while the program runs. */
const VERSION = 0

export const UNLISTED = { 'x-robots-tag': 'noindex' }

/**
 * Public pages whose text is part of the program, or was read at its start: rendered and compressed once, then served
 * from memory.
 */
export function createPages(
  { headers, render }: Renderer,
  { documents, prepared }: { documents: Documents; prepared: Prepared },
  ownPages: readonly OwnPage[],
): Pages {
  const adminHeaders = { ...headers, 'content-security-policy': contentPolicy([THEME_SCRIPT]) }
  const ownPage = new Map(ownPages.map((page) => [page.path, page]))
  const sourceOf = (path: string) =>
    ownPage.has(path) ? ownPageModule : sitePages.find((route) => route.path === path)?.source

  const drawing = (location: string, source: string) => (origin: string) => {
    const page = ownPage.get(location)
    return render({ origin, location, source, ...(page ? { shown: { kind: 'own-page', page } } : {}) })
  }
  const page = (call: Call, location: string, source: string): Promise<EncodedBody | PackedBody> =>
    documents.get(call, VERSION, location, drawing(location, source))
  const pageText = (call: Call, location: string, source: string) =>
    documents.text(call, VERSION, location, drawing(location, source))

  return {
    answer: async (call, path, seen) => {
      const body = await page(call, path, sourceOf(path) ?? notFoundPage.source)
      const about = ownPage.get(path)?.isUnlisted ? { ...headers, ...UNLISTED } : headers
      prepared.keep(call, { body, headers: about, location: path, seen })
      return encodedAnswer(call, body, about)
    },
    notFound: async (call, isAdmin = isAdminPath(call.url.pathname)) => {
      const body = await page(call, isAdmin ? '/admin/404' : '/404', notFoundPage.source)
      return encodedAnswer(call, body, { ...(isAdmin ? adminHeaders : headers), ...UNLISTED }, 404)
    },
    offlineNote: async (call) => {
      const body = await page(call, offlineNotePage.path, offlineNotePage.source)
      return encodedAnswer(call, body, { ...headers, ...UNLISTED })
    },
    documentsToKeep: (call) =>
      Promise.all(
        [...sitePages, offlineNotePage, ...ownPages]
          .filter(({ isKept }) => isKept)
          .map(async ({ path }) => {
            const { text } = await pageText(call, path, sourceOf(path) ?? offlineNotePage.source)
            const revision = hash(text, headers['content-security-policy'] ?? '')
            return { url: path, revision, integrity: `sha256-${hash(text)}` }
          }),
      ),
  }
}

function hash(...parts: string[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('base64')
}
