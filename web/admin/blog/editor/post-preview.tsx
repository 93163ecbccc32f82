import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import type { RenderedPost } from '#domain/posts.ts'
import { callAdmin } from '#web/admin/client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { PostText } from '#web/ui/post-text.tsx'

const RENDER_PATH = '/api/admin/blog/render'
/** The server renders each version, so wait for a pause in typing. */
const PAUSE_MS = 300

export function PostPreview({ title, content }: { title: string; content: string }) {
  const settled = useDebounced(content, PAUSE_MS)
  const { data, isError } = useQuery({
    queryKey: [RENDER_PATH, settled],
    queryFn: ({ signal }) => callAdmin<RenderedPost>('POST', RENDER_PATH, { content: settled }, signal),
    placeholderData: keepPreviousData,
    // Versions are rarely shown twice and can be long.
    gcTime: 0,
  })
  return (
    <div onClickCapture={openInNewTab}>
      <p className="break-words font-semibold text-2xl tracking-tight">{title || 'Untitled'}</p>
      {isError && <p className="mt-4 text-muted">The preview could not be loaded.</p>}
      {data && <PostText html={data.html} />}
    </div>
  )
}

/** Opens links in a new tab, so that they don't leave the editor. */
function openInNewTab(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  event.preventDefault()
  if (link.hash !== '' && link.pathname === location.pathname && link.host === location.host) {
    return document.getElementById(decodeURIComponent(link.hash.slice(1)))?.scrollIntoView()
  }
  window.open(link.href, '_blank', 'noopener')
}
