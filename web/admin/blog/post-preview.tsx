import { type MouseEvent, useDeferredValue, useMemo } from 'react'
import { readBlocks } from '#web/post-text/post-blocks.ts'
import { PostText } from '#web/post-text/post-text.tsx'
import { Prose } from '#web/ui/prose.tsx'

/** The post as its page will show it, a moment behind the typing. */
export function PostPreview({ title, content }: { title: string; content: string }) {
  const shown = useDeferredValue(content)
  const blocks = useMemo(() => readBlocks(shown), [shown])
  return (
    <div onClickCapture={openElsewhere}>
      <p className="break-words font-semibold text-2xl tracking-tight">{title || 'Untitled'}</p>
      <Prose>
        <PostText blocks={blocks} />
      </Prose>
    </div>
  )
}

/** A link must not lead away from the editor. */
function openElsewhere(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener')
}
