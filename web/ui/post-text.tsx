import { POST_TEXT_ID } from '#web/lib/page-data.ts'

/** `html` comes from the server's Markdown renderer, which escapes raw HTML. */
export function PostText({ html, language }: { html: string; language?: string }) {
  return (
    <div
      id={POST_TEXT_ID}
      lang={language}
      dir="auto"
      className="prose hyphenated text-lg leading-[1.6]"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
