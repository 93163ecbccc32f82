import { ArrowLeft, Share2 } from 'lucide-react'
import { Link } from 'react-router'
import type { PostHeading, PostLink, ShownPost } from '#domain/posts.ts'
import { copyText } from '#web/lib/clipboard.ts'
import { Columns } from '#web/site/article.tsx'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { LocalDate } from '#web/ui/local-date.tsx'
import { PostText } from '#web/ui/post-text.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { PostMetadata } from './post-metadata.tsx'
import { PostTags } from './post-tags.tsx'

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

/** Uses the device's share sheet, or copies the link. */
function ShareButton({ post: { title, excerpt, metaDescription } }: { post: ShownPost }) {
  const showToast = useToast()

  async function share(): Promise<void> {
    const url = location.href
    if (await shareThroughSheet({ title, text: excerpt || metaDescription, url })) return
    showToast(
      (await copyText(url))
        ? {
            title: 'Link copied!',
            description: 'The blog post link has been copied to your clipboard.',
          }
        : {
            title: 'Copy failed',
            description: 'Please copy the link from the address bar.',
            look: 'failure',
          },
    )
  }

  return (
    <Button onClick={() => void share()} className="noscript:hidden print:hidden">
      <Share2 aria-hidden size={18} />
      Share
    </Button>
  )
}

/** True if the share sheet opened, even if it was dismissed. */
async function shareThroughSheet(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false
  try {
    await navigator.share(data)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

function RelatedPosts({ posts, isWide }: { posts: PostLink[]; isWide: boolean }) {
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

function NextPosts({ newer, older }: Neighbors) {
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
