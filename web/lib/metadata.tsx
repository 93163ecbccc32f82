import { usePage } from './page.tsx'
import { scriptSafeJson } from './script-safe-json.ts'

type Props = {
  title: string
  description: string
  /** For the canonical URL; undefined on pages hidden from search engines. */
  path?: string | undefined
  /** Instead of this page's, if it was first published elsewhere. */
  canonicalUrl?: string
  type?: 'website' | 'article'
  structuredData?: object[]
  picture?: Picture | null
}

export type Picture = { path: string; width: number; height: number; alt: string }

export const SOCIAL_IMAGE: Picture = {
  path: '/social.png',
  width: 1200,
  height: 630,
  alt: 'Strong passwords, made in your browser: a random password above a full strength bar.',
}

/** React hoists these tags into the head. */
export function Metadata({
  title,
  description,
  path,
  canonicalUrl,
  type = 'website',
  structuredData = [],
  picture,
}: Props) {
  const { origin, siteName } = usePage()
  const fullTitle = `${title} | ${siteName}`
  const url = path === undefined ? undefined : canonicalUrl || `${origin}${path}`
  const shown = picture ?? SOCIAL_IMAGE
  const image = `${origin}${shown.path}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {url ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      <meta property="og:type" content={type} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      {url && <meta property="og:url" content={url} />}
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content={imageType(shown.path)} />
      <meta property="og:image:width" content={String(shown.width)} />
      <meta property="og:image:height" content={String(shown.height)} />
      <meta property="og:image:alt" content={shown.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={fullTitle} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={shown.alt} />
      {structuredData.map((data) => (
        <script
          key={JSON.stringify(data)}
          type="application/ld+json"
          dangerouslySetInnerHTML={{ __html: scriptSafeJson({ '@context': 'https://schema.org', ...data }) }}
        />
      ))}
    </>
  )
}

function imageType(path: string): string {
  const [, extension = 'png'] = /\.(\w+)(?:\?|$)/.exec(path) ?? []
  return `image/${extension === 'jpg' ? 'jpeg' : extension}`
}
