import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RENDER_PATH, type RenderedPost, type RenderInput } from '#domain/posts.ts'
import { callAdmin } from '#web/admin/client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'

/** The server renders each version, so it waits for a pause in typing. */
export function useRenderedPost(content: string, pauseMs: number) {
  const settled = useDebounced(content, pauseMs)
  return useQuery({
    queryKey: [RENDER_PATH, settled],
    queryFn: ({ signal }) => {
      const input: RenderInput = { content: settled }
      return callAdmin<RenderedPost>('POST', RENDER_PATH, input, signal)
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Versions are rarely shown twice and can be long.
    gcTime: 0,
  })
}
