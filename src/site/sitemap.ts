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
