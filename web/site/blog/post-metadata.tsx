import type { ShownPost } from '#domain/posts.ts'
import { Metadata, SOCIAL_IMAGE } from '#web/lib/metadata.tsx'
import { usePage } from '#web/lib/page.tsx'
import { blogId, imageObject, organization } from '#web/lib/structured-data.ts'
import { breadcrumbList } from '#web/site/breadcrumbs.tsx'

type Props = {
  post: ShownPost
  /** The public path; undefined for a preview. */
  path: string | undefined
}

export function PostMetadata({ post, path }: Props) {
  const page = usePage()
  const title = post.metaTitle || post.title
  const description = descriptionOf(post)
  if (path === undefined) return <Metadata title={title} description={description} />
  const trail = [
    { name: 'Blog', path: '/blog' },
    { name: post.title, path },
  ]
  const ownUrl = `${page.origin}${path}`
  const url = post.canonicalUrl || ownUrl
  const published = post.publishedAt ?? post.createdAt
  const blogPosting = {
    '@type': 'BlogPosting',
    '@id': `${ownUrl}#post`,
    mainEntityOfPage: url,
    url,
    headline: post.title,
    description,
    datePublished: published,
    dateModified: post.updatedAt,
    inLanguage: post.language,
    wordCount: post.words,
    ...(post.tags.length > 0 ? { keywords: post.tags } : {}),
    image: imageObject(page.origin, post.picture ?? SOCIAL_IMAGE),
    isPartOf: { '@id': blogId(page.origin) },
    author: { '@type': 'Organization', name: page.siteName, url: `${page.origin}/` },
    publisher: organization(page),
  }
  return (
    <>
      <Metadata
        title={title}
        description={description}
        path={path}
        canonicalUrl={post.canonicalUrl}
        type="article"
        picture={post.picture}
        structuredData={[breadcrumbList(page.origin, trail), blogPosting]}
      />
      <meta property="article:published_time" content={published} />
      <meta property="article:modified_time" content={post.updatedAt} />
      {post.tags[0] && <meta property="article:section" content={post.tags[0]} />}
      {post.tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
    </>
  )
}

/** Collapses line breaks in text taken from the content. */
const descriptionOf = ({ metaDescription, summary }: ShownPost) =>
  (metaDescription || summary).replace(/\s+/g, ' ').trim()
