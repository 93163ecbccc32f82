import { Link } from 'react-router'
import { POSTS_PER_PAGE } from '#domain/posts.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/data-states.tsx'
import { listAddress } from './list-address.ts'
import { PlaceholderLine } from './placeholder-line.tsx'
import { PostCard } from './post-card.tsx'
import { usePosts } from './queries.ts'

const PLACEHOLDERS = 3

type Props = { path: string; page: number; tag?: string; search?: string }

export function PostList({ path, page, tag, search }: Props) {
  const { data, isError, refetch } = usePosts({ page, tag, search })
  if (isError) {
    return <FailedState message="Couldn’t load the posts." onRetry={() => void refetch()} />
  }
  if (!data) return <Placeholders />
  if (data.posts.length === 0) return search === undefined ? <NoPosts /> : <NothingFound text={search} />
  const isFront = path === '/blog' && page === 1 && search === undefined
  const featured = isFront ? data.posts[0] : undefined
  const others = featured ? data.posts.slice(1) : data.posts
  return (
    <>
      {search !== undefined && <FoundCount text={search} count={data.total} />}
      {featured && <PostCard post={featured} isFeatured />}
      {others.length > 0 && (
        <ul className="divide-y divide-border border-border border-b [&:first-child]:border-t">
          {others.map((post) => (
            <li key={post.id}>
              <PostCard post={post} />
            </li>
          ))}
        </ul>
      )}
      <Pages
        addressOf={(number) => listAddress(path, number, search)}
        page={page}
        count={Math.ceil(data.total / POSTS_PER_PAGE)}
      />
    </>
  )
}

function FoundCount({ text, count }: { text: string; count: number }) {
  return (
    <p className="mb-4 text-muted wrap-anywhere">
      {count === 1 ? '1 post' : `${count} posts`} for “{text}”.{' '}
      <Link to="/blog" className="link">
        Show all posts
      </Link>
    </p>
  )
}

function NothingFound({ text }: { text: string }) {
  return (
    <EmptyState title={`No posts for “${text}”`}>
      <p>Try fewer or different words.</p>
      <Link to="/blog" className={`${buttonLook('primary')} mt-6`}>
        Show all posts
      </Link>
    </EmptyState>
  )
}

type PagesProps = { addressOf: (page: number) => string; page: number; count: number }

function Pages({ addressOf, page, count }: PagesProps) {
  if (count <= 1) return null
  return (
    <nav aria-label="Pages" className="mt-8 grid grid-cols-[1fr_auto_1fr] items-center gap-3">
      {page > 1 && (
        <Link to={addressOf(page - 1)} rel="prev" className={`${buttonLook()} justify-self-start`}>
          Newer
        </Link>
      )}
      <p className="col-start-2 text-muted text-sm tabular-nums">
        Page {page} of {count}
      </p>
      {page < count && (
        <Link to={addressOf(page + 1)} rel="next" className={`${buttonLook()} justify-self-end`}>
          Older
        </Link>
      )}
    </nav>
  )
}

function NoPosts() {
  return (
    <EmptyState title="No blog posts yet">
      <p>Check back soon for security insights and password best practices!</p>
      <Link to="/" className={`${buttonLook('primary')} mt-6`}>
        Generate Password
      </Link>
    </EmptyState>
  )
}

function Placeholders() {
  return (
    <div role="status" className="divide-y divide-border border-border border-y">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: PLACEHOLDERS }, (_, index) => (
        <div
          key={index}
          className="grid animate-pulse-slow gap-x-8 gap-y-3 py-5 lg:grid-cols-[8.5rem_minmax(0,1fr)]"
        >
          <PlaceholderLine width="w-24" />
          <div className="space-y-3">
            <PlaceholderLine width="w-3/4" height="h-7" />
            <PlaceholderLine width="w-full" />
            <PlaceholderLine width="w-5/6" />
            <PlaceholderLine width="w-40" height="h-10" />
          </div>
        </div>
      ))}
    </div>
  )
}
