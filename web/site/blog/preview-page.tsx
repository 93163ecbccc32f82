import { usePreloaded } from '#web/lib/page.tsx'
import { PostNotFound } from './post-not-found.tsx'
import { PostView } from './post-view.tsx'

/** An unpublished post. Its content is embedded in the document, never fetched. */
export function PreviewPage() {
  const preloaded = usePreloaded()
  return preloaded?.kind === 'preview' ? <PostView post={preloaded.post} /> : <PostNotFound />
}
