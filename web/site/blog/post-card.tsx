import { Link } from 'react-router'
import type { PostSummary } from '#domain/posts.ts'
import { LocalDate } from '#web/ui/local-date.tsx'
import { PostTags } from './post-tags.tsx'

export function PostCard({ post, isFeatured = false }: { post: PostSummary; isFeatured?: boolean }) {
  const path = `/blog/${post.slug}`
  return (
    <article
      className={
        isFeatured
          ? 'mb-2 rounded-card border border-border bg-surface p-5 sm:p-8'
          : 'grid gap-x-8 gap-y-1.5 py-5 lg:grid-cols-[8.5rem_minmax(0,1fr)]'
      }
    >
      {/* The localized date differs in width, so nothing may follow it. */}
      <p
        className={`flex flex-wrap gap-x-2 text-muted text-sm ${isFeatured ? '' : 'lg:flex-col-reverse lg:flex-nowrap lg:justify-end lg:pt-0.5'}`}
      >
        <span>{post.readingMinutes} min read</span>
        <span aria-hidden className={isFeatured ? '' : 'lg:hidden'}>
          ·
        </span>
        <LocalDate at={post.publishedAt ?? post.createdAt} dateStyle="age" />
      </p>
      <div className="min-w-0">
        <h2 className={`wrap-anywhere ${isFeatured ? 'mt-2 max-w-[48rem] text-2xl' : 'text-lg'}`}>
          <Link to={path} className="hover:text-accent hover:underline hover:underline-offset-4">
            {post.title}
          </Link>
        </h2>
        <p
          className={`wrap-anywhere ${isFeatured ? 'mt-3 max-w-article text-lg text-muted' : 'mt-1 max-w-[46rem] text-muted sm:line-clamp-3'}`}
        >
          {post.excerpt}
        </p>
        <div className={`flex items-end justify-between gap-x-6 ${isFeatured ? 'mt-5' : 'mt-2'}`}>
          <PostTags tags={post.tags} />
          <Link
            to={path}
            className="link -my-2 ml-auto inline-flex min-h-10 shrink-0 items-center font-medium print:hidden"
          >
            Read more<span className="sr-only"> about {post.title}</span>
          </Link>
        </div>
      </div>
    </article>
  )
}
