import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { robotsTxt } from './robots.ts'
import { type SitemapSource, sitemapXml } from './sitemap.ts'
import { webManifest } from './web-manifest.ts'

const AN_HOUR = 'public, max-age=3600'

/** The files that tell search engines and browsers what the site is; `sources` are the addresses it has. */
export function discoveryRoutes({ config }: Deps, sources: SitemapSource[]) {
  return new Elysia()
    .get('/sitemap.xml', async ({ request }) => {
      const entries = await Promise.all(sources.map((source) => source()))
      return fileAnswer(sitemapXml(callOf(request).origin, entries.flat()), 'application/xml; charset=utf-8')
    })
    .get('/robots.txt', ({ request }) =>
      fileAnswer(robotsTxt(callOf(request).origin), 'text/plain; charset=utf-8'),
    )
    .get('/manifest.webmanifest', () =>
      fileAnswer(JSON.stringify(webManifest(config.siteName)), 'application/manifest+json'),
    )
}

const fileAnswer = (body: string, type: string) =>
  new Response(body, { headers: { 'content-type': type, 'cache-control': AN_HOUR } })
