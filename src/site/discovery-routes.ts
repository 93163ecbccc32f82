import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import type { Documents } from '#src/http/documents.ts'
import type { ResponseCache } from '#src/http/response-cache.ts'
import type { Publication } from '#src/posts/publication.ts'
import type { Access } from '#src/sessions/access.ts'
import { type SitemapSource, sitemapXml } from './sitemap.ts'
import { webManifest } from './web-manifest.ts'

const ONE_HOUR = 'public, max-age=3600'
/** Cached data may be stale during a database outage. */
const REVALIDATE = { 'cache-control': 'no-cache' }

type Services = {
  publication: Publication
  documents: Documents
  responseCache: ResponseCache
  sources: SitemapSource[]
}

export function discoveryRoutes(
  { config }: Deps,
  { publication, documents, responseCache, sources }: Services,
  access: Access,
) {
  // The origin depends on the Host header, so caches must revalidate.
  const robotsHeaders = { 'cache-control': config.siteUrl === undefined ? 'no-cache' : ONE_HOUR }

  return new Elysia()
    .use(access)
    .get(
      '/sitemap.xml',
      async ({ call }) => {
        const { version } = await publication.current()
        const body = await documents.get(call, version, '/sitemap.xml', async (origin) => {
          const entries = await Promise.all(sources.map((source) => source()))
          return { text: sitemapXml(origin, entries.flat()), type: 'application/xml; charset=utf-8' }
        })
        const isCurrent = () => publication.isCurrent(version)
        return responseCache.respond(call, { body, headers: REVALIDATE, location: '/sitemap.xml', isCurrent })
      },
      { open: true },
    )
    .get(
      '/robots.txt',
      ({ call }) => fileAnswer(robotsTxt(call.origin), 'text/plain; charset=utf-8', robotsHeaders),
      { open: true },
    )
    .get(
      '/manifest.webmanifest',
      () =>
        fileAnswer(JSON.stringify(webManifest(config.siteName)), 'application/manifest+json', {
          'cache-control': ONE_HOUR,
        }),
      { open: true },
    )
}

const robotsTxt = (origin: string) => `User-agent: *
Disallow: /admin
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`

const fileAnswer = (body: string, type: string, headers: Record<string, string>) =>
  new Response(body, { headers: { 'content-type': type, ...headers } })
