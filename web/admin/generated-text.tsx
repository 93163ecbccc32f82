import { useQuery } from '@tanstack/react-query'
import { RENDER_PATH } from '#domain/posts.ts'
import { PostText } from '#web/ui/post-text.tsx'
import { callAdmin } from './client.ts'

/**
 * Renders AI output as Markdown, with links not clickable and images not loaded: text that the model has read could
 * inject them.
 */
export function GeneratedText({ text }: { text: string }) {
  const { data, isPending } = useQuery({
    queryKey: [RENDER_PATH, text],
    queryFn: ({ signal }) =>
      callAdmin('POST', RENDER_PATH, { body: { content: text, links: 'written-out' }, signal }),
    gcTime: 0,
  })
  if (data) {
    // Headings are smaller than the dialog's title.
    return (
      <div className="[&_h2:first-child]:pt-0 [&_h2]:pt-2 [&_h2]:text-lg [&_h3]:text-base [&_.prose]:mt-0">
        <PostText html={data.html} />
      </div>
    )
  }
  return (
    <p aria-busy={isPending} className="wrap-anywhere whitespace-pre-wrap">
      {text}
    </p>
  )
}
