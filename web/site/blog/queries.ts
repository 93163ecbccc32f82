import { QueryClient, useQuery } from '@tanstack/react-query'
import { POSTS_PER_PAGE, type PostSummary, type ShownPost } from '#domain/posts.ts'
import { request, send } from '#web/lib/api.ts'
import { usePreloaded } from '#web/lib/page.tsx'

type PostList = { posts: PostSummary[]; total: number }

type Asked = { page: number; tag?: string | undefined; search?: string | undefined }

/** One page of the list, of a tag or of a search if there is one. On the page that it came with, it is there at once. */
export function usePosts({ page, tag, search }: Asked) {
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

/** The post at an address that it has, or had before. */
export function usePost(slug: string) {
  const preloaded = usePreloaded()
  return useQuery<ShownPost>(
    {
      queryKey: ['/api/blog/posts', slug],
      queryFn: () => request('GET', `/api/blog/posts/${encodeURIComponent(slug)}?view=page`),
      enabled: preloaded?.kind !== 'missing',
      initialData: preloaded?.kind === 'post' ? preloaded.post : undefined,
    },
    queryClient(),
  )
}

async function fetchPosts({ page, tag, search }: Asked): Promise<PostList> {
  const query = new URLSearchParams({
    view: 'summary',
    limit: String(POSTS_PER_PAGE),
    offset: String((page - 1) * POSTS_PER_PAGE),
    ...(tag === undefined ? {} : { tag }),
    ...(search === undefined ? {} : { search }),
  })
  const response = await send('GET', `/api/blog/posts?${query}`)
  const posts: PostSummary[] = await response.json()
  return { posts, total: Number(response.headers.get('x-total-count') ?? posts.length) }
}

/** What was read stays as it is until the visitor leaves; nothing is tried twice. */
const createClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
    },
  })

/** A browser keeps what it has read from page to page; on the server nothing may pass from one visitor to the next. */
const inBrowser = typeof window === 'undefined' ? null : createClient()
const queryClient = () => inBrowser ?? createClient()
