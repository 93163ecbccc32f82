/** What crawlers may visit: everything but the admin area and the API. */
export const robotsTxt = (origin: string) => `User-agent: *
Disallow: /admin
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`
