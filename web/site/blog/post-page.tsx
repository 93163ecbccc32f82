import { useEffect } from 'react'
import { useParams } from 'react-router'
import { usePage, usePreloaded } from '#web/lib/page.tsx'
import { PlaceholderLine } from './placeholder-line.tsx'
import { PostNotFound } from './post-not-found.tsx'
import { PostView } from './post-view.tsx'
import { usePost } from './queries.ts'

export function PostPage() {
  const { slug = '' } = useParams()
  const preloaded = usePreloaded()
  const { data: post, isError } = usePost(slug)
  const path = post && `/blog/${post.slug}`

  // Replaces a former address without a router navigation, so that the view counts once.
  useEffect(() => {
    if (path && path !== `/blog/${slug}`) history.replaceState(history.state, '', path)
  }, [path, slug])

  if (preloaded?.kind === 'missing' || isError) return <PostNotFound />
  if (!post) return <PostSkeleton />
  return <PostView post={post} path={path} />
}

function PostSkeleton() {
  const { siteName } = usePage()
  return (
    <div role="status" className="column max-w-none animate-pulse-slow pt-8 pb-8 lg:pt-12">
      <title>{`Blog | ${siteName}`}</title>
      <span className="sr-only">Loading…</span>
      <div className="mx-auto max-w-page space-y-4">
        <PlaceholderLine width="w-32" />
        <div className="max-w-article space-y-4">
          <PlaceholderLine width="w-full" height="h-11" />
          <PlaceholderLine width="w-2/3" height="h-11" />
          <PlaceholderLine width="w-52" />
          <div className="space-y-3 pt-8">
            <PlaceholderLine width="w-full" />
            <PlaceholderLine width="w-11/12" />
            <PlaceholderLine width="w-full" />
            <PlaceholderLine width="w-4/5" />
            <PlaceholderLine width="w-full" />
            <PlaceholderLine width="w-3/5" />
          </div>
        </div>
      </div>
    </div>
  )
}
