import { ArrowLeft } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { type PublicPost, readingMinutesOf } from '#domain/posts.ts'
import { type Block, readBlocks } from '#web/post-text/post-blocks.ts'
import { plainText } from '#web/post-text/post-inlines.ts'
import { PostText } from '#web/post-text/post-text.tsx'
import { Columns } from '#web/site/article.tsx'
import { buttonLook } from '#web/ui/button.tsx'
import { LocalDate } from '#web/ui/local-date.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { PostMetadata } from './post-metadata.tsx'
import { PostTags } from './post-tags.tsx'
import { ShareButton } from './share-button.tsx'

/** A post that takes less time than this stands on two screens. */
const LONG_MINUTES = 4
const FEWEST_PARTS = 3

/** A post to read; without `path` a preview of one that is not public. */
export function PostView({ post, path }: { post: PublicPost; path?: string }) {
  const blocks = useMemo(() => readBlocks(post.content), [post.content])
  const minutes = readingMinutesOf(post.content)
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
          <h1 className="mt-5 max-w-[52rem] text-[clamp(1.875rem,1.35rem+2.2vw,2.875rem)] wrap-anywhere">
            {post.title}
          </h1>
          {post.excerpt && (
            <p className="mt-4 max-w-article text-lg text-muted wrap-anywhere">{post.excerpt}</p>
          )}
          <div className="mt-6 flex max-w-article flex-wrap items-center justify-between gap-3">
            <p className="flex flex-wrap gap-x-2 text-muted text-sm">
              <LocalDate at={post.publishedAt ?? post.createdAt} dateStyle="long" />
              <span aria-hidden>·</span>
              <span>{minutes} min read</span>
            </p>
            <ShareButton post={post} />
          </div>
        </header>
        <Columns contents={minutes >= LONG_MINUTES ? partsOf(blocks) : []}>
          <Prose>
            <PostText blocks={blocks} />
          </Prose>
        </Columns>
      </article>
      <p className="mt-12 max-w-article border-border border-t pt-8">
        <Link to="/blog" className={buttonLook()}>
          More Articles
        </Link>
      </p>
    </div>
  )
}

function partsOf(blocks: Block[]): { id: string; title: string }[] {
  const parts = blocks.flatMap((block) =>
    block.kind === 'heading' && block.level === 2 ? [{ id: block.id, title: plainText(block.text) }] : [],
  )
  return parts.length >= FEWEST_PARTS ? parts : []
}

function PreviewNote() {
  return (
    <p role="note" className="mb-4 rounded-control border border-info px-4 py-3 text-sm">
      This is a preview. The post is not public; whoever has this link can read it for a few days.
    </p>
  )
}
