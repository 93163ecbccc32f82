import type { MouseEvent } from 'react'
import { PostText } from '#web/ui/post-text.tsx'
import { useRenderedPost } from './use-rendered-post.ts'

const PAUSE_MS = 300

export function PostPreview({ title, content }: { title: string; content: string }) {
  const { data, isError } = useRenderedPost(content, PAUSE_MS)
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
