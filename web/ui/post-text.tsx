import { POST_TEXT_ID } from '#web/lib/page-data.ts'

/** `html` comes from the server's Markdown renderer, which escapes raw HTML. */
export function PostText({ html }: { html: string }) {
  return (
    <div
      id={POST_TEXT_ID}
      className="prose text-lg leading-[1.6]"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
