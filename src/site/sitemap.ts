import { tagPath } from '#domain/posts.ts'
import type { CustomPage } from '#domain/site.ts'
import type { Database } from '#src/db/database.ts'
import { listPublishedAddresses, listPublishedImages } from '#src/posts/public-store.ts'
import type { Publication } from '#src/posts/publication.ts'
import { fixedPaths } from '#web/site-pages.ts'

/** A `canonicalUrl` elsewhere leaves the page out. */
export type SitemapEntry = {
  path: string
  canonicalUrl?: string
  changedAt?: Date
  images?: readonly string[]
}

/** The format's limit. */
const URLS_MAX = 50_000
/** See https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps. */
const IMAGES_MAX = 1000
/** On all pages: each takes 150 bytes. */
const ALL_IMAGES_MAX = 50_000

export type SitemapSource = () => Promise<SitemapEntry[]>

/** See https://www.sitemaps.org. */
export function sitemapXml(origin: string, entries: SitemapEntry[]): string {
  const addressOf = (path: string) => Bun.escapeHTML(origin + path)
  const listed = entries.filter(({ path, canonicalUrl }) => !canonicalUrl || canonicalUrl === origin + path)
  const urls = listed.slice(0, URLS_MAX).map(({ path, changedAt, images = [] }) => {
    const lastModified = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    const pictures = images.map(
      (image) => `<image:image><image:loc>${addressOf(image)}</image:loc></image:image>`,
    )
    return `<url><loc>${addressOf(path)}</loc>${lastModified}${pictures.join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join('\n')}
</urlset>
`
}

/** A custom page replaces the fixed page at its path. */
export function pagesToList(customPages: readonly CustomPage[]): SitemapSource {
  const own = new Set(customPages.map(({ path }) => path))
  const listed = customPages.filter(({ isUnlisted }) => !isUnlisted).map(({ path }) => path)
  const paths = [...fixedPaths.filter((path) => !own.has(path)), ...listed]
  return async () => paths.map((path) => ({ path }))
}

export const blogPosts =
  (db: Database, publication: Publication): SitemapSource =>
  async () => {
    const { tags } = await publication.current()
    const images = await listPublishedImages(db, { each: IMAGES_MAX, total: ALL_IMAGES_MAX })
    return [
      ...(await listPublishedAddresses(db)).map(({ slug, updatedAt, canonicalUrl }) => ({
        path: `/blog/${slug}`,
        canonicalUrl,
        changedAt: new Date(updatedAt),
        images: images.get(slug) ?? [],
      })),
      ...tags.flatMap(({ name }) => tagPath(name) ?? []).map((path) => ({ path })),
    ]
  }
