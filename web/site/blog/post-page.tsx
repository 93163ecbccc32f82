import { Navigate, useParams } from 'react-router'
import { usePreloaded } from '#web/lib/page.tsx'
import { PostNotFound } from './post-not-found.tsx'
import { PostSkeleton } from './post-skeleton.tsx'
import { PostView } from './post-view.tsx'
import { usePost } from './queries.ts'

export function PostPage() {
  const { slug = '' } = useParams()
  const preloaded = usePreloaded()
  const { data: post, isError } = usePost(slug)
  if (preloaded?.kind === 'missing' || isError) return <PostNotFound />
  if (!post) return <PostSkeleton />
  if (post.slug !== slug) return <Navigate to={`/blog/${post.slug}`} replace />
  return <PostView post={post} path={`/blog/${post.slug}`} />
}
