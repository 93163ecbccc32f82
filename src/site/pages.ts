import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { KeptFile } from '#domain/site.ts'
import type { Call } from '#src/http/call.ts'
import { type EncodedBody, encodedAnswer } from '#src/http/encoded.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { notFoundRoute, offlineNoteRoute, siteRoutes } from '#web/router.tsx'
import { isAdminPath } from './public-paths.ts'
import type { Renderer } from './renderer.ts'

export type Pages = {
  /** The page at one of the site's own paths. */
  answer(request: Request, call: Call, path: string): Promise<Response>
  notFound(request: Request, call: Call): Promise<Response>
  /** The note that stands in for pages without a network. */
  offlineNote(request: Request, call: Call): Promise<Response>
  /** The documents that browsers keep, each with what names exactly the bytes that are served now. */
  documentsToKeep(origin: string): Promise<KeptFile[]>
}

/** Rendered pages are the same for everyone, but for the origin in their links, and a stranger chooses the Host. */
const KEPT_PAGES = 200

export const UNLISTED = { 'x-robots-tag': 'noindex' }

/** Public pages whose text is part of the program: rendered and compressed once, then served from memory. */
export function createPages({ headers, render }: Renderer): Pages {
  const adminHeaders = { ...headers, 'content-security-policy': contentPolicy([THEME_SCRIPT]) }
  const kept = new LRUCache<string, Promise<EncodedBody>>({ max: KEPT_PAGES })

  function rendered(origin: string, location: string, source: string): Promise<EncodedBody> {
    const key = `${origin} ${location}`
    const known = kept.get(key)
    if (known) return known
    const page = render({ origin, location, source })
    kept.set(key, page)
    page.catch(() => kept.delete(key))
    return page
  }

  return {
    answer: async (request, { origin }, path) => {
      const source = siteRoutes.find((route) => route.path === path)?.source ?? notFoundRoute.source
      return encodedAnswer(request, await rendered(origin, path, source), headers)
    },
    notFound: async (request, { origin, url }) => {
      const isAdmin = isAdminPath(url.pathname)
      const page = await rendered(origin, isAdmin ? '/admin/404' : '/404', notFoundRoute.source)
      return encodedAnswer(request, page, { ...(isAdmin ? adminHeaders : headers), ...UNLISTED }, 404)
    },
    offlineNote: async (request, { origin }) => {
      const page = await rendered(origin, offlineNoteRoute.path, offlineNoteRoute.source)
      return encodedAnswer(request, page, { ...headers, ...UNLISTED })
    },
    documentsToKeep: (origin) =>
      Promise.all(
        [...siteRoutes, offlineNoteRoute]
          .filter(({ isKept }) => isKept)
          .map(async ({ path, source }) => {
            const { bytes } = await rendered(origin, path, source)
            const revision = hash(bytes.identity, headers['content-security-policy'] ?? '')
            return { url: path, revision, integrity: `sha256-${hash(bytes.identity)}` }
          }),
      ),
  }
}

function hash(...parts: (string | Uint8Array)[]): string {
  const sum = createHash('sha256')
  for (const part of parts) sum.update(part)
  return sum.digest('base64')
}
