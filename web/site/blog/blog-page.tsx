import { Rss } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { RSS_PATH } from '#domain/site.ts'
import { usePage, usePreloaded } from '#web/lib/page.tsx'
import { blog } from '#web/lib/structured-data.ts'
import { NotFoundPage } from '#web/site/not-found/not-found-page.tsx'
import { PageFrame } from '#web/site/page-frame.tsx'
import { BLOG_DESCRIPTION } from './blog-description.ts'
import { listAddress } from './list-address.ts'
import { usePageNumber } from './page-number.ts'
import { PostList } from './post-list.tsx'
import { PostSearch } from './post-search.tsx'

export function BlogPage() {
  const page = usePageNumber()
  const preloaded = usePreloaded()
  const [query] = useSearchParams()
  const search = query.get('search')?.trim() || undefined
  if (preloaded?.kind === 'missing') return <NotFoundPage />
  const name = search === undefined ? 'Blog' : `Posts for “${search}”`
  const site = usePage()
  return (
    <PageFrame
      structuredData={
        search === undefined
          ? [blog(site, { name: `${site.siteName} Blog`, description: BLOG_DESCRIPTION })]
          : []
      }
      path={listAddress('/blog', page, search)}
      name={page === 1 ? name : `${name}, page ${page}`}
      isUnlisted={search !== undefined}
      parents={search === undefined ? [] : [{ name: 'Blog', path: '/blog' }]}
      description={BLOG_DESCRIPTION}
      heading="Blog"
      lead="Security insights and password best practices."
    >
      <div className="mt-6 grid items-center gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,26rem)_auto] sm:justify-between">
        <PostSearch text={search ?? ''} />
        <a
          href={RSS_PATH}
          className="inline-flex min-h-10 items-center gap-2 text-muted text-sm hover:text-text hover:underline print:hidden"
        >
          <Rss aria-hidden size={16} />
          Subscribe with a feed reader
        </a>
      </div>
      <div className="mt-6 sm:mt-8">
        <PostList path="/blog" page={page} {...(search === undefined ? {} : { search })} />
      </div>
    </PageFrame>
  )
}
