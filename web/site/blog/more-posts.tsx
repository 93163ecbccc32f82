import { Link } from 'react-router'
import type { PostLink } from '#domain/posts.ts'
import { LocalDate } from '#web/ui/local-date.tsx'

export function RelatedPosts({ posts, isWide }: { posts: PostLink[]; isWide: boolean }) {
  return (
    <section aria-labelledby="related" className="print:hidden">
      <h2 id="related" className="text-lg">
        Related posts
      </h2>
      <ul className={isWide ? 'mt-3 grid gap-x-6 gap-y-4 sm:grid-cols-3' : 'mt-3 space-y-4'}>
        {posts.map(({ slug, title, publishedAt }) => (
          <li key={slug}>
            <Link
              to={`/blog/${slug}`}
              dir="auto"
              className="block font-medium wrap-anywhere hover:text-accent hover:underline"
            >
              {title}
            </Link>
            <p className="mt-0.5 text-muted text-sm">
              <LocalDate at={publishedAt} dateStyle="age" />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Neighbors = { newer: PostLink | null; older: PostLink | null }

export function NextPosts({ newer, older }: Neighbors) {
  if (!newer && !older) return null
  return (
    <nav aria-label="More posts" className="grid gap-4 sm:grid-cols-2 print:hidden">
      {older && <NextPost post={older} rel="prev" label="Previous" />}
      {newer && <NextPost post={newer} rel="next" label="Next" />}
    </nav>
  )
}

function NextPost({ post, rel, label }: { post: PostLink; rel: 'prev' | 'next'; label: string }) {
  return (
    <Link
      to={`/blog/${post.slug}`}
      rel={rel}
      className={`group rounded-card border border-border bg-surface px-5 py-4 hover:border-control ${rel === 'next' ? 'sm:col-start-2 sm:text-right' : ''}`}
    >
      <span className="block text-muted text-sm">{label}</span>
      <span dir="auto" className="mt-1 block font-medium wrap-anywhere group-hover:underline">
        {post.title}
      </span>
    </Link>
  )
}
