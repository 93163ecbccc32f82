import { tagPath } from '#domain/posts.ts'
import type { OwnPage } from '#domain/site.ts'
import type { Publication } from '#src/posts/publication.ts'
import { fixedPaths } from '#web/site-pages.ts'

/** An address that search engines may list. `path` starts with a slash and is percent-encoded as it is served. */
export type SitemapEntry = { path: string; changedAt?: Date }

/** Answers the addresses of one kind of page: the fixed pages are one such kind, the posts another. */
export type SitemapSource = () => Promise<SitemapEntry[]>

/** The sitemap of the site at `origin`, by the protocol of https://www.sitemaps.org. */
export function sitemapXml(origin: string, entries: SitemapEntry[]): string {
  const urls = entries.map(({ path, changedAt }) => {
    const lastModified = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${Bun.escapeHTML(origin + path)}</loc>${lastModified}</url>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
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
  (publication: Publication): SitemapSource =>
  async () => {
    const { changes, tags } = await publication.current()
    return [
      ...[...changes].map(([slug, changedAt]) => ({ path: `/blog/${slug}`, changedAt: new Date(changedAt) })),
      ...tags.flatMap(({ name }) => tagPath(name) ?? []).map((path) => ({ path })),
    ]
  }
