import type { Deps } from '#src/deps.ts'
import { encodedAnswer } from '#src/http/encoded.ts'
import type { Prepared } from '#src/http/prepared.ts'
import type { Publication } from '#src/posts/publication.ts'
import { page } from '#src/route.ts'
import type { Documents } from './documents.ts'
import { robotsTxt } from './robots.ts'
import { type SitemapSource, sitemapXml } from './sitemap.ts'
import { webManifest } from './web-manifest.ts'

const AN_HOUR = 'public, max-age=3600'

type Services = {
  publication: Publication
  documents: Documents
  prepared: Prepared
  /** The addresses that the site has. */
  sources: SitemapSource[]
}

/** The files that tell search engines and browsers what the site is. */
export function discoveryRoutes({ config }: Deps, { publication, documents, prepared, sources }: Services) {
  // Where the site is at whatever address is asked for, a cache that mixes them up must at least ask again.
  const keeping = { 'cache-control': config.siteUrl === undefined ? 'no-cache' : AN_HOUR }

  return [
    page('/sitemap.xml', async ({ call }) => {
      const { version } = await publication.current()
      const body = await documents.get(call, version, '/sitemap.xml', async (origin) => {
        const entries = await Promise.all(sources.map((source) => source()))
        return { text: sitemapXml(origin, entries.flat()), type: 'application/xml; charset=utf-8' }
      })
      const isCurrent = () => publication.isCurrent(version)
      prepared.keep(call, { body, headers: keeping, location: '/sitemap.xml', isCurrent })
      return encodedAnswer(call, body, keeping)
    }),
    page('/robots.txt', ({ call }) =>
      fileAnswer(robotsTxt(call.origin), 'text/plain; charset=utf-8', keeping),
    ),
    page('/manifest.webmanifest', () =>
      fileAnswer(JSON.stringify(webManifest(config.siteName)), 'application/manifest+json', {
        'cache-control': AN_HOUR,
      }),
    ),
  ]
}

const fileAnswer = (body: string, type: string, headers: Record<string, string>) =>
  new Response(body, { headers: { 'content-type': type, ...headers } })
