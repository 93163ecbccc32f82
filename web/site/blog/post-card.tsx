import { Link } from 'react-router'
import type { PostSummary } from '#domain/posts.ts'
import { LocalDate } from '#web/ui/local-date.tsx'
import { COVERS_PATH } from './cover-path.ts'
import { PostTags } from './post-tags.tsx'

/** Covers are twice as wide as high. */
const LOOKS = {
  featured: {
    card: 'mb-2 overflow-hidden rounded-card border border-border bg-surface lg:grid lg:grid-cols-2',
    cover:
      'aspect-2/1 w-full border-border border-b lg:col-start-2 lg:row-start-1 lg:h-full lg:border-b-0 lg:border-l',
    text: 'p-5 sm:p-8',
    facts: '',
    title: 'mt-2 text-2xl',
    excerpt: 'mt-3 text-lg',
    end: 'mt-5',
  },
  listed: {
    card: 'grid grid-cols-[minmax(0,1fr)_6.5rem] items-start gap-x-4 gap-y-1.5 py-5 sm:grid-cols-[minmax(0,1fr)_10rem] sm:gap-x-8 lg:grid-cols-[8.5rem_minmax(0,1fr)_12rem]',
    cover:
      'col-start-2 row-start-1 row-end-3 aspect-2/1 w-full rounded-control border border-border lg:col-start-3 lg:row-end-2',
    text: 'contents',
    facts: 'lg:flex-col-reverse lg:flex-nowrap lg:justify-end lg:pt-0.5',
    title: 'text-lg',
    excerpt: 'mt-1 max-w-[46rem] sm:line-clamp-3',
    end: 'mt-2',
  },
}

export function PostCard({ post, isFeatured = false }: { post: PostSummary; isFeatured?: boolean }) {
  const path = `/blog/${post.slug}`
  const look = LOOKS[isFeatured ? 'featured' : 'listed']
  return (
    <article className={look.card}>
      <img
        src={COVERS_PATH + post.slug}
        alt=""
        width={640}
        height={320}
        loading={isFeatured ? 'eager' : 'lazy'}
        className={`bg-accent-soft object-contain print:hidden ${look.cover}`}
      />
      <div className={look.text}>
        {/* The localized date differs in width, so nothing may follow it. */}
        <p className={`flex flex-wrap gap-x-2 text-muted text-sm ${look.facts}`}>
          <span>{post.readingMinutes} min read</span>
          <span aria-hidden className={isFeatured ? '' : 'lg:hidden'}>
            ·
          </span>
          <LocalDate at={post.publishedAt ?? post.createdAt} dateStyle="age" />
        </p>
        <div className="min-w-0">
          <h2 dir="auto" className={`wrap-anywhere ${look.title}`}>
            <Link to={path} className="hover:text-accent hover:underline hover:underline-offset-4">
              {post.title}
            </Link>
          </h2>
          <p dir="auto" className={`text-muted wrap-anywhere ${look.excerpt}`}>
            {post.excerpt}
          </p>
          <div className={`flex items-end justify-between gap-x-6 ${look.end}`}>
            <PostTags tags={post.tags} />
            <Link
              to={path}
              className="link -my-2 ml-auto inline-flex min-h-10 shrink-0 items-center font-medium print:hidden"
            >
              Read more<span className="sr-only"> about {post.title}</span>
            </Link>
          </div>
        </div>
      </div>
    </article>
  )
}
