import { createHash } from 'node:crypto'
import type { KeptFile } from '#domain/site.ts'
import type { Call } from '#src/http/call.ts'
import { type EncodedBody, encodedAnswer } from '#src/http/encoded.ts'
import type { PackedBody } from '#src/http/packed.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { notFoundPage, offlineNotePage, sitePages } from '#web/site-pages.ts'
import type { Documents } from './documents.ts'
import { isAdminPath } from './public-paths.ts'
import type { Renderer } from './renderer.ts'

export type Pages = {
  /** The page at one of the site's own paths. */
  answer(request: Request, call: Call, path: string): Promise<Response>
  notFound(request: Request, call: Call, isAdmin?: boolean): Promise<Response>
  /** The note that stands in for pages without a network. */
  offlineNote(request: Request, call: Call): Promise<Response>
  /** The documents that browsers keep, each with what names exactly the bytes that are served now. */
  documentsToKeep(call: Call): Promise<KeptFile[]>
}

/** The text of these pages never changes while the program runs. */
const VERSION = 0

export const UNLISTED = { 'x-robots-tag': 'noindex' }

/** Public pages whose text is part of the program: rendered and compressed once, then served from memory. */
export function createPages({ headers, render }: Renderer, documents: Documents): Pages {
  const adminHeaders = { ...headers, 'content-security-policy': contentPolicy([THEME_SCRIPT]) }
  const page = (call: Call, location: string, source: string): Promise<EncodedBody | PackedBody> =>
    documents.get(call, VERSION, location, (origin) => render({ origin, location, source }))
  const pageText = (call: Call, location: string, source: string) =>
    documents.text(call, VERSION, location, (origin) => render({ origin, location, source }))

  return {
    answer: async (request, call, path) => {
      const source = sitePages.find((route) => route.path === path)?.source ?? notFoundPage.source
      return encodedAnswer(request, await page(call, path, source), headers)
    },
    notFound: async (request, call, isAdmin = isAdminPath(call.url.pathname)) => {
      const body = await page(call, isAdmin ? '/admin/404' : '/404', notFoundPage.source)
      return encodedAnswer(request, body, { ...(isAdmin ? adminHeaders : headers), ...UNLISTED }, 404)
    },
    offlineNote: async (request, call) => {
      const body = await page(call, offlineNotePage.path, offlineNotePage.source)
      return encodedAnswer(request, body, { ...headers, ...UNLISTED })
    },
    documentsToKeep: (call) =>
      Promise.all(
        [...sitePages, offlineNotePage]
          .filter(({ isKept }) => isKept)
          .map(async ({ path, source }) => {
            const { text } = await pageText(call, path, source)
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
