import { useQuery } from '@tanstack/react-query'
import { POSTS_PER_PAGE, type PostSummary, type ShownPost } from '#domain/posts.ts'
import { send, urlOf } from '#web/lib/api.ts'
import { usePreloaded } from '#web/lib/page.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'

type PostList = { posts: PostSummary[]; total: number }

type PostQuery = { page: number; tag?: string | undefined; search?: string | undefined }

/** A page of all, tagged or found posts; uses the data embedded in the document. */
export function usePosts({ page, tag, search }: PostQuery) {
  const preloaded = usePreloaded()
  return useQuery<PostList>(
    {
      queryKey: ['/api/blog/posts', { page, tag, search }],
      queryFn: () => fetchPosts({ page, tag, search }),
      enabled: preloaded?.kind !== 'missing',
      initialData: preloaded?.kind === 'posts' ? preloaded : undefined,
    },
    queryClient(),
  )
}

/** Finds posts by current or former slug. */
export function usePost(slug: string) {
  const preloaded = usePreloaded()
  return useQuery<ShownPost>(
    {
      queryKey: ['/api/blog/posts', slug],
      queryFn: async () =>
        (
          await send('GET', urlOf('/api/blog/posts/:slug', { params: { slug }, query: { view: 'page' } }))
        ).json(),
      enabled: preloaded?.kind !== 'missing',
      initialData: preloaded?.kind === 'post' ? preloaded.post : undefined,
    },
    queryClient(),
  )
}

async function fetchPosts({ page, tag, search }: PostQuery): Promise<PostList> {
  const offset = (page - 1) * POSTS_PER_PAGE
  const query = { view: 'summary', limit: POSTS_PER_PAGE, offset, tag, search } as const
  const response = await send('GET', urlOf('/api/blog/posts', { query }))
  const posts: PostSummary[] = await response.json()
  return { posts, total: Number(response.headers.get('x-total-count') ?? posts.length) }
}

/** One client per visit in the browser; on the server one per render, so that visitors share nothing. */
const inBrowser = typeof window === 'undefined' ? null : createQueryClient()
const queryClient = () => inBrowser ?? createQueryClient()
