import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import type { RenderedPost } from '#domain/posts.ts'
import { callAdmin } from '#web/admin/client.ts'
import { PostText } from '#web/ui/post-text.tsx'
import { useSettled } from './use-settled.ts'

const RENDER_PATH = '/api/admin/blog/render'
/** Short enough to follow the typing; the server renders each version. */
const PAUSE_MS = 300

/** The post as its page will show it, as of the last pause in typing. */
export function PostPreview({ title, content }: { title: string; content: string }) {
  const settled = useSettled(content, PAUSE_MS)
  const { data, isError } = useQuery({
    queryKey: [RENDER_PATH, settled],
    queryFn: ({ signal }) => callAdmin<RenderedPost>('POST', RENDER_PATH, { content: settled }, signal),
    placeholderData: keepPreviousData,
    // A version is rarely shown twice, and may be a book.
    gcTime: 0,
  })
  return (
    <div onClickCapture={openElsewhere}>
      <p className="break-words font-semibold text-2xl tracking-tight">{title || 'Untitled'}</p>
      {isError && <p className="mt-4 text-muted">The preview could not be loaded.</p>}
      {data && <PostText html={data.html} />}
    </div>
  )
}

/** A link must not lead away from the editor. */
function openElsewhere(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  event.preventDefault()
  if (link.hash !== '' && link.pathname === location.pathname && link.host === location.host) {
    return document.getElementById(decodeURIComponent(link.hash.slice(1)))?.scrollIntoView()
  }
  window.open(link.href, '_blank', 'noopener')
}
