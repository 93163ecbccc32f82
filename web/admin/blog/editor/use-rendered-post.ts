import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { RENDER_PATH } from '#domain/posts.ts'
import { callAdmin } from '#web/admin/client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'

/** The server renders each version, so it waits for a pause in typing. */
export function useRenderedPost(content: string, pauseMs: number) {
  const settled = useDebounced(content, pauseMs)
  return useQuery({
    queryKey: [RENDER_PATH, settled],
    queryFn: ({ signal }) =>
      callAdmin('POST', RENDER_PATH, { body: { content: settled, links: 'linked' }, signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    // Versions are rarely shown twice and can be long.
    gcTime: 0,
  })
}
