import { Rss } from 'lucide-react'
import { RSS_PATH } from '#domain/site.ts'
import { usePreloaded } from '#web/lib/page.tsx'
import { NotFoundPage } from '#web/site/not-found/not-found-page.tsx'
import { PageFrame } from '#web/site/page-frame.tsx'
import { BLOG_DESCRIPTION } from './blog-words.ts'
import { usePageNumber } from './page-number.ts'
import { PostList } from './post-list.tsx'

export function BlogPage() {
  const page = usePageNumber()
  const preloaded = usePreloaded()
  if (preloaded?.kind === 'missing') return <NotFoundPage />
  return (
    <PageFrame
      path={page === 1 ? '/blog' : `/blog?page=${page}`}
      name={page === 1 ? 'Blog' : `Blog, page ${page}`}
      description={BLOG_DESCRIPTION}
      heading="Blog"
      lead="Security insights and password best practices."
    >
      <p className="mt-3">
        <a
          href={RSS_PATH}
          className="inline-flex min-h-10 items-center gap-2 text-muted text-sm hover:text-text hover:underline"
        >
          <Rss aria-hidden size={16} />
          Subscribe with a feed reader
        </a>
      </p>
      <div className="mt-6">
        <PostList path="/blog" page={page} />
      </div>
    </PageFrame>
  )
}
