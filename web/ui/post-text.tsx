import { POST_TEXT_ID } from '#web/lib/page-data.ts'

/** The text of a post, as the server made it of Markdown: raw HTML in it is text. */
export function PostText({ html }: { html: string }) {
  return (
    <div
      id={POST_TEXT_ID}
      className="prose"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
