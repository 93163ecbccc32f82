import { Link } from 'react-router'
import { POSTS_PER_PAGE } from '#domain/posts.ts'
import { buttonLook } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/states.tsx'
import { Bar } from './bar.tsx'
import { PostCard } from './post-card.tsx'
import { usePosts } from './queries.ts'

const PLACEHOLDERS = 3

type Props = { path: string; page: number; tag?: string }

/** A page of posts, and the way to newer and older ones. */
export function PostList({ path, page, tag }: Props) {
  const { data, isError, refetch } = usePosts(page, tag)
  if (isError) {
    return <FailedState message="The posts could not be loaded." onRetry={() => void refetch()} />
  }
  if (!data) return <Placeholders />
  if (data.posts.length === 0) return <NoPosts />
  return (
    <>
      <ul className="divide-y divide-border border-border border-y">
        {data.posts.map((post) => (
          <li key={post.id}>
            <PostCard post={post} />
          </li>
        ))}
      </ul>
      <Pages path={path} page={page} count={Math.ceil(data.total / POSTS_PER_PAGE)} />
    </>
  )
}

function Pages({ path, page, count }: { path: string; page: number; count: number }) {
  if (count <= 1) return null
  const newer = page === 2 ? path : `${path}?page=${page - 1}`
  return (
    <nav aria-label="Pages" className="mt-8 grid grid-cols-[1fr_auto_1fr] items-center gap-3">
      {page > 1 && (
        <Link to={newer} rel="prev" className={`${buttonLook()} justify-self-start`}>
          Newer
        </Link>
      )}
      <p className="col-start-2 text-muted text-sm tabular-nums">
        Page {page} of {count}
      </p>
      {page < count && (
        <Link to={`${path}?page=${page + 1}`} rel="next" className={`${buttonLook()} justify-self-end`}>
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
          className="grid animate-pulse-slow gap-x-12 gap-y-3 py-8 lg:grid-cols-[9rem_minmax(0,var(--container-article))] lg:py-10"
        >
          <Bar width="w-24" />
          <div className="space-y-3">
            <Bar width="w-3/4" height="h-7" />
            <Bar width="w-full" />
            <Bar width="w-5/6" />
            <Bar width="w-40" height="h-10" />
          </div>
        </div>
      ))}
    </div>
  )
}
