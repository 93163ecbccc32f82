import { Link, useParams } from 'react-router'
import { tagPath } from '#domain/posts.ts'
import { usePreloaded } from '#web/lib/page.tsx'
import { NotFoundPage } from '#web/site/not-found/not-found-page.tsx'
import { PageFrame } from '#web/site/page-frame.tsx'
import { listAddress } from './list-address.ts'
import { usePageNumber } from './page-number.ts'
import { PostList } from './post-list.tsx'

export function TagPage() {
  const { tag = '' } = useParams()
  const page = usePageNumber()
  const preloaded = usePreloaded()
  const path = tagPath(tag)
  if (preloaded?.kind === 'missing' || path === null) return <NotFoundPage />
  const name = `Posts about ${tag}`
  return (
    <PageFrame
      path={listAddress(path, page)}
      name={page === 1 ? name : `${name}, page ${page}`}
      description={`Every post tagged “${tag}” on our blog, newest first.`}
      heading={name}
      parents={[{ name: 'Blog', path: '/blog' }]}
      lead={
        <>
          Newest first. See{' '}
          <Link to="/blog" className="link">
            all posts
          </Link>
          .
        </>
      }
    >
      <div className="mt-8">
        <PostList path={path} page={page} tag={tag} />
      </div>
    </PageFrame>
  )
}
