import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Contact } from '#domain/contacts.ts'
import type { ListedPost } from '#domain/posts.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import type { User } from '#domain/users.ts'
import { callAdmin } from '#web/admin/client.ts'
import { useDebounced } from '#web/lib/use-debounced.ts'
import { type ItemGroup, matchItems } from './match-items.ts'

const TYPING_PAUSE_MS = 200
const RESULTS_MAX = 5
/** Single letters match nearly every record. */
const SEARCH_MIN = 2

/** Searches posts, messages and users on the server, after a pause in typing. */
export function useRecordSearch(text: string): {
  groups: ItemGroup[]
  isSearching: boolean
  isFailed: boolean
} {
  const navigate = useNavigate()
  const typed = text.trim().slice(0, SEARCH_MAX)
  const search = useDebounced(typed, TYPING_PAUSE_MS)
  const isEnabled = search.length >= SEARCH_MIN
  const posts = useRecordQuery<ListedPost>('/api/admin/blog/posts', search, isEnabled)
  const messages = useRecordQuery<Contact>('/api/admin/contacts', search, isEnabled)
  const users = useQuery({
    queryKey: ['/api/admin/users', 'palette'],
    queryFn: ({ signal }) => callAdmin<User[]>('GET', '/api/admin/users', undefined, signal),
    gcTime: 0,
  })

  const groups = isEnabled
    ? [
        {
          label: 'Posts',
          items: (posts.data ?? []).map(({ id, title, status }) => ({
            id: `post-${id}`,
            label: title,
            detail: status,
            run: () => navigate(`/admin/blog?edit=${id}`),
          })),
        },
        {
          label: 'Messages',
          items: (messages.data ?? []).map(({ id, name, subject }) => ({
            id: `message-${id}`,
            label: subject,
            detail: name,
            run: () => navigate(`/admin/dashboard?tab=contacts&message=${id}`),
          })),
        },
        {
          label: 'Users',
          items: matchItems(
            (users.data ?? []).map(({ id, username, email }) => ({
              id: `user-${id}`,
              label: username,
              detail: email,
              run: () => navigate('/admin/dashboard?tab=users'),
            })),
            search,
          ).slice(0, RESULTS_MAX),
        },
      ]
    : []
  const isWaiting = typed !== search && typed.length >= SEARCH_MIN
  return {
    groups,
    isSearching: isWaiting || posts.isFetching || messages.isFetching,
    isFailed: posts.isError || messages.isError || users.isError,
  }
}

/** Aborts outdated queries; results are cached while the palette is open. */
function useRecordQuery<Row>(path: string, search: string, isEnabled: boolean) {
  return useQuery({
    queryKey: [path, 'palette', search],
    queryFn: ({ signal }) =>
      callAdmin<Row[]>(
        'GET',
        `${path}?${new URLSearchParams({ search, limit: String(RESULTS_MAX) })}`,
        undefined,
        signal,
      ),
    enabled: isEnabled,
    gcTime: 0,
  })
}
