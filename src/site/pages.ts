import { createHash } from 'node:crypto'
import type { CustomPage, OfflineFile } from '#domain/site.ts'
import type { Call } from '#src/http/call.ts'
import { type EncodedBody, encodedResponse } from '#src/http/encoded-body.ts'
import type { GzipBody } from '#src/http/gzip-body.ts'
import type { CachedDocument, ResponseCache } from '#src/http/response-cache.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { customPageModule, notFoundPage, offlineNotePage, sitePages } from '#web/site-pages.ts'
import type { Documents } from './documents.ts'
import { isAdminPath } from './public-paths.ts'
import type { Renderer } from './renderer.ts'

export type Pages = {
  respond(call: Call, path: string, onRequest: CachedDocument['onRequest']): Promise<Response>
  notFound(call: Call, isAdmin?: boolean): Promise<Response>
  offlineNote(call: Call): Promise<Response>
  /** Documents cached offline, with content hashes. */
  documentsToKeep(call: Call): Promise<OfflineFile[]>
}

/** Static pages never change at runtime. */
const VERSION = 0

export const UNLISTED = { 'x-robots-tag': 'noindex' }

export function createPages(
  { headers, render }: Renderer,
  { documents, responseCache }: { documents: Documents; responseCache: ResponseCache },
  customPages: readonly CustomPage[],
): Pages {
  const adminHeaders = { ...headers, 'content-security-policy': contentPolicy([THEME_SCRIPT]) }
  const customPage = new Map(customPages.map((page) => [page.path, page]))
  const sourceOf = (path: string) =>
    customPage.has(path) ? customPageModule : sitePages.find((route) => route.path === path)?.source

  const renderAt = (location: string, source: string) => (origin: string) => {
    const page = customPage.get(location)
    return render({ origin, location, source, ...(page ? { shown: { kind: 'custom-page', page } } : {}) })
  }
  const page = (call: Call, location: string, source: string): Promise<EncodedBody | GzipBody> =>
    documents.get(call, VERSION, location, renderAt(location, source))
  const pageText = (call: Call, location: string, source: string) =>
    documents.text(call, VERSION, location, renderAt(location, source))

  return {
    respond: async (call, path, onRequest) => {
      const body = await page(call, path, sourceOf(path) ?? notFoundPage.source)
      const about = customPage.get(path)?.isUnlisted ? { ...headers, ...UNLISTED } : headers
      responseCache.store(call, { body, headers: about, location: path, onRequest })
      return encodedResponse(call, body, about)
    },
    notFound: async (call, isAdmin = isAdminPath(call.url.pathname)) => {
      const body = await page(call, isAdmin ? '/admin/404' : '/404', notFoundPage.source)
      return encodedResponse(call, body, { ...(isAdmin ? adminHeaders : headers), ...UNLISTED }, 404)
    },
    offlineNote: async (call) => {
      const body = await page(call, offlineNotePage.path, offlineNotePage.source)
      return encodedResponse(call, body, { ...headers, ...UNLISTED })
    },
    documentsToKeep: async (call) => {
      const files: OfflineFile[] = []
      // One after another, to stay below a client's limit.
      for (const { path, worksOffline } of [...sitePages, offlineNotePage, ...customPages]) {
        if (!worksOffline) continue
        const { text } = await pageText(call, path, sourceOf(path) ?? offlineNotePage.source)
        const revision = hash(JSON.stringify([text, headers['content-security-policy']]))
        files.push({ url: path, revision, integrity: `sha256-${hash(text)}` })
      }
      return files
    },
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64')
