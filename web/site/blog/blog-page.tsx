import { Rss, Search } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { SEARCH_MAX } from '#domain/search.ts'
import { RSS_PATH } from '#domain/site.ts'
import { usePage, usePreloaded } from '#web/lib/page.tsx'
import { blog } from '#web/lib/structured-data.ts'
import { NotFoundPage } from '#web/site/not-found/not-found-page.tsx'
import { PageFrame } from '#web/site/page-frame.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { BLOG_DESCRIPTION } from './blog-description.ts'
import { listAddress } from './list-address.ts'
import { usePageNumber } from './page-number.ts'
import { PostList } from './post-list.tsx'

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

/** Works without JavaScript. */
function PostSearch({ text }: { text: string }) {
  return (
    <search className="print:hidden">
      <form action="/blog" className="flex gap-2">
        <div className="relative min-w-0 flex-1">
          <Search
            aria-hidden
            size={18}
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <input
            type="search"
            name="search"
            aria-label="Search posts"
            placeholder="Search posts"
            required
            maxLength={SEARCH_MAX}
            defaultValue={text}
            className="min-h-11 w-full rounded-control border border-control bg-surface pr-3 pl-10"
          />
        </div>
        <button type="submit" className={buttonLook()}>
          Search
        </button>
      </form>
    </search>
  )
}
