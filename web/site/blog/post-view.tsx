import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import type { PostHeading, ShownPost } from '#domain/posts.ts'
import { Columns } from '#web/site/article.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { LocalDate } from '#web/ui/local-date.tsx'
import { PostText } from '#web/ui/post-text.tsx'
import { NextPosts, RelatedPosts } from './more-posts.tsx'
import { PostMetadata } from './post-metadata.tsx'
import { PostTags } from './post-tags.tsx'
import { ShareButton } from './share-button.tsx'

const LISTED_MIN = 3
/** With more headings, only the top level is listed. */
const LISTED_MAX = 24

/** Without `path`, a preview of an unpublished post. */
export function PostView({ post, path }: { post: ShownPost; path?: string }) {
  const { readingMinutes, around } = post
  const contents = contentsOf(post.parts)
  const related = around.related.length > 0 && (
    <RelatedPosts posts={around.related} isWide={contents.length > 0} />
  )
  return (
    <div className="column pt-4 pb-8 lg:pt-8">
      <PostMetadata post={post} path={path} />
      {path === undefined && <PreviewNote />}
      <Link
        to="/blog"
        className="inline-flex min-h-10 items-center gap-1.5 text-muted text-sm hover:text-text hover:underline"
      >
        <ArrowLeft aria-hidden size={16} />
        Back to Blog
      </Link>
      <article>
        <header className="mt-4 lg:mt-6">
          <PostTags tags={post.tags} />
          <h1
            dir="auto"
            lang={post.language}
            className="hyphenated mt-5 max-w-[52rem] rtl:max-w-article text-[clamp(1.875rem,1.35rem+2.2vw,2.875rem)] wrap-anywhere"
          >
            {post.title}
          </h1>
          {post.excerpt && (
            <p
              dir="auto"
              lang={post.language}
              className="hyphenated mt-4 max-w-article text-lg text-muted wrap-anywhere"
            >
              {post.excerpt}
            </p>
          )}
          <div className="mt-6 flex max-w-article flex-wrap items-center justify-between gap-3">
            <p className="flex flex-wrap gap-x-2 text-muted text-sm">
              <span>{readingMinutes} min read</span>
              <span aria-hidden>·</span>
              <LocalDate at={post.publishedAt ?? post.createdAt} dateStyle="long" />
            </p>
            <ShareButton post={post} />
          </div>
        </header>
        <Columns contents={contents} aside={related}>
          <PostText html={post.html} language={post.language} />
        </Columns>
      </article>
      {(contents.length > 0 && related) || around.newer || around.older ? (
        <div className="mt-12 space-y-8 border-border border-t pt-8 print:hidden">
          {contents.length > 0 && related}
          <NextPosts newer={around.newer} older={around.older} />
        </div>
      ) : null}
      <p className="mt-8 print:hidden">
        <Link to="/blog" className={buttonLook()}>
          More Articles
        </Link>
      </p>
    </div>
  )
}

function contentsOf(all: PostHeading[]): PostHeading[] {
  const first = all.filter(({ level }) => level === 2)
  const headings = all.filter(({ level }) => level <= 3)
  if (headings.length < LISTED_MIN) return []
  return headings.length > LISTED_MAX ? first : headings
}

function PreviewNote() {
  return (
    <p role="note" className="mb-4 rounded-control border border-info px-4 py-3 text-sm">
      This is a preview. The post isn’t public, but anyone with this link can read it for a few days.
    </p>
  )
}
