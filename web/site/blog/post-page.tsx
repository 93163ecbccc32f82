import { useEffect } from 'react'
import { useParams } from 'react-router'
import { usePreloaded } from '#web/lib/page.tsx'
import { PostNotFound } from './post-not-found.tsx'
import { PostSkeleton } from './post-skeleton.tsx'
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
