import { usePage } from './page.tsx'
import { scriptSafeJson } from './script-safe-json.ts'

type Props = {
  title: string
  description: string
  /** The page's path, for its canonical address. Pages that must not be found have none. */
  path?: string
  type?: 'website' | 'article'
  structuredData?: object[]
}

/** Everything a page tells search engines and link previews; React lifts it into the head. */
export function Metadata({ title, description, path, type = 'website', structuredData = [] }: Props) {
  const { origin, siteName } = usePage()
  const fullTitle = `${title} | ${siteName}`
  const url = path === undefined ? undefined : `${origin}${path}`
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {url ? <link rel="canonical" href={url} /> : <meta name="robots" content="noindex" />}
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={siteName} />
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      {url && <meta property="og:url" content={url} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={fullTitle} />
      <meta name="twitter:description" content={description} />
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
