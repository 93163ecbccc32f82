import { usePreloaded } from '#web/lib/page.tsx'
import { PostNotFound } from './post-not-found.tsx'
import { PostView } from './post-view.tsx'

/** A post that is not public, for those who have the link: it comes with the document or not at all. */
export function PreviewPage() {
  const preloaded = usePreloaded()
  return preloaded?.kind === 'preview' ? <PostView post={preloaded.post} /> : <PostNotFound />
}
