import { tagPath } from '#domain/posts.ts'
import type { OwnPage } from '#domain/site.ts'
import type { Database } from '#src/db/database.ts'
import type { Publication } from '#src/posts/publication.ts'
import { listPublishedImages } from '#src/posts/store.ts'
import { fixedPaths } from '#web/site-pages.ts'

/**
 * An address that search engines may list, with the images on it. Paths start with a slash and are percent-encoded as
 * they are served.
 */
export type SitemapEntry = { path: string; changedAt?: Date; images?: readonly string[] }

/** By https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps. */
const MOST_IMAGES = 1000

/** Answers the addresses of one kind of page: the fixed pages are one such kind, the posts another. */
export type SitemapSource = () => Promise<SitemapEntry[]>

/** The sitemap of the site at `origin`, by the protocol of https://www.sitemaps.org. */
export function sitemapXml(origin: string, entries: SitemapEntry[]): string {
  const addressOf = (path: string) => Bun.escapeHTML(origin + path)
  const urls = entries.map(({ path, changedAt, images = [] }) => {
    const lastModified = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    const pictures = images
      .slice(0, MOST_IMAGES)
      .map((image) => `<image:image><image:loc>${addressOf(image)}</image:loc></image:image>`)
    return `<url><loc>${addressOf(path)}</loc>${lastModified}${pictures.join('')}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
${urls.join('\n')}
</urlset>
`
}

/** Pages whose path says it all. */
export const fixedPages: SitemapSource = async () => fixedPaths.map((path) => ({ path }))

/** The operator's own pages, but for those that search engines are to leave out. */
export const ownPagesToList =
  (pages: readonly OwnPage[]): SitemapSource =>
  async () =>
    pages.filter(({ isUnlisted }) => !isUnlisted).map(({ path }) => ({ path }))

/** Every public post, and the pages that list those of a tag. */
export const blogPosts =
  (db: Database, publication: Publication): SitemapSource =>
  async () => {
    const { changes, tags } = await publication.current()
    const images = await listPublishedImages(db)
    return [
      ...[...changes].map(([slug, changedAt]) => ({
        path: `/blog/${slug}`,
        changedAt: new Date(changedAt),
        images: images.get(slug) ?? [],
      })),
      ...tags.flatMap(({ name }) => tagPath(name) ?? []).map((path) => ({ path })),
    ]
  }
