import { type MouseEvent, useDeferredValue, useMemo } from 'react'
import { readBlocks } from '#web/post-text/post-blocks.ts'
import { PostText } from '#web/post-text/post-text.tsx'
import { Prose } from '#web/ui/prose.tsx'
import { useSettled } from './use-settled.ts'

/** From so many characters on, drawing the whole post anew takes longer than the next key does. */
const LONG = 10_000
const PAUSE_MS = 400

/** The post as its page will show it: a moment behind the typing, or behind its next pause when it is long. */
export function PostPreview({ title, content }: { title: string; content: string }) {
  const shown = useDeferredValue(useSettled(content, content.length < LONG ? 0 : PAUSE_MS))
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
