export const robotsTxt = (origin: string) => `User-agent: *
Disallow: /admin
Disallow: /api/

Sitemap: ${origin}/sitemap.xml
`
