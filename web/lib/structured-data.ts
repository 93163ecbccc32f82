import type { PageData } from '#domain/site.ts'
import type { Picture } from './metadata.tsx'

type Site = Pick<PageData, 'origin' | 'siteName'>

export const organization = ({ origin, siteName }: Site) => ({
  '@type': 'Organization',
  '@id': organizationId(origin),
  name: siteName,
  url: `${origin}/`,
  logo: imageObject(origin, { path: '/icon-512.png', width: 512, height: 512 }),
})

export const imageObject = (origin: string, { path, width, height }: Omit<Picture, 'alt'>) => ({
  '@type': 'ImageObject',
  url: origin + path,
  width,
  height,
})

export const webSite = ({ origin, siteName }: Site) => ({
  '@type': 'WebSite',
  '@id': `${origin}/#website`,
  name: siteName,
  url: `${origin}/`,
  inLanguage: 'en',
  publisher: { '@id': organizationId(origin) },
})

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
