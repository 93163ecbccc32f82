import { useQuery } from '@tanstack/react-query'
import { RENDER_PATH, type RenderedPost, type RenderInput } from '#domain/posts.ts'
import { PostText } from '#web/ui/post-text.tsx'
import { callAdmin } from './client.ts'

/**
 * What a language model wrote, by the blog's own Markdown renderer. Its links can't be followed and none of its images
 * is loaded: a page that the model read may have put them there.
 */
export function GeneratedText({ text }: { text: string }) {
  const { data, isPending } = useQuery({
    queryKey: [RENDER_PATH, text],
    queryFn: ({ signal }) => {
      const input: RenderInput = { content: text, links: 'written-out' }
      return callAdmin<RenderedPost>('POST', RENDER_PATH, input, signal)
    },
    gcTime: 0,
  })
  if (data) {
    // The headings of a page would outdo the title of the dialog that this stands in.
    return (
      <div className="[&_h2]:pt-2 [&_h2]:text-lg [&_h3]:text-base">
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
