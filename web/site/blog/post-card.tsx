import { Link } from 'react-router'
import type { PostSummary } from '#domain/posts.ts'
import { LocalDate } from '#web/ui/local-date.tsx'
import { PostTags } from './post-tags.tsx'

/** A post in the list. */
export function PostCard({ post }: { post: PostSummary }) {
  const path = `/blog/${post.slug}`
  return (
    <article className="grid gap-x-12 gap-y-3 py-8 lg:grid-cols-[9rem_minmax(0,var(--container-article))] lg:py-10">
      <p className="flex flex-wrap gap-x-2 text-muted text-sm lg:flex-col lg:pt-1">
        <LocalDate at={post.publishedAt ?? post.createdAt} dateStyle="medium" />
        <span aria-hidden className="lg:hidden">
          ·
        </span>
        <span>{post.readingMinutes} min read</span>
      </p>
      <div className="min-w-0">
        <h2 className="text-xl wrap-anywhere">
          <Link to={path} className="hover:text-accent hover:underline hover:underline-offset-4">
            {post.title}
          </Link>
        </h2>
        <p className="mt-2 text-muted wrap-anywhere">{post.excerpt}</p>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <PostTags tags={post.tags} />
          <Link to={path} className="link inline-flex min-h-10 items-center font-medium">
            Read more<span className="sr-only"> about {post.title}</span>
          </Link>
        </div>
      </div>
    </article>
  )
}
