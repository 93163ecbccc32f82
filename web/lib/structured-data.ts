import type { PageData } from '#domain/site.ts'
import type { Picture } from './metadata.tsx'

type Site = Pick<PageData, 'origin' | 'siteName'>

/** Who is behind the site, as schema.org has it; other data refers to it by its `@id`. */
export const organization = ({ origin, siteName }: Site) => ({
  '@type': 'Organization',
  '@id': organizationId(origin),
  name: siteName,
  url: `${origin}/`,
  logo: imageObject(origin, { path: '/icon-512.png', width: 512, height: 512 }),
})

/** A picture of this site with its size in pixels, as schema.org has it. */
export const imageObject = (origin: string, { path, width, height }: Omit<Picture, 'alt'>) => ({
  '@type': 'ImageObject',
  url: origin + path,
  width,
  height,
})

/** The site as a whole, as schema.org has it. */
export const webSite = ({ origin, siteName }: Site) => ({
  '@type': 'WebSite',
  '@id': `${origin}/#website`,
  name: siteName,
  url: `${origin}/`,
  inLanguage: 'en',
  publisher: { '@id': organizationId(origin) },
})

/** The blog, as schema.org has it. */
export const blog = (site: Site, { name, description }: { name: string; description: string }) => ({
  '@type': 'Blog',
  '@id': blogId(site.origin),
  name,
  description,
  url: `${site.origin}/blog`,
  inLanguage: 'en',
  publisher: organization(site),
})

export const blogId = (origin: string) => `${origin}/blog#blog`

const organizationId = (origin: string) => `${origin}/#organization`
