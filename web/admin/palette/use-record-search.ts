import { useNavigate } from 'react-router'
import { SEARCH_MAX } from '#domain/search.ts'
import { useAdminQuery } from '#web/admin/client.ts'
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
  // Cached while the palette is open; outdated searches are aborted.
  const options = { query: { search, limit: RESULTS_MAX }, enabled: isEnabled, gcTime: 0 }
  const posts = useAdminQuery('/api/admin/blog/posts', options)
  const messages = useAdminQuery('/api/admin/contacts', options)
  const users = useAdminQuery('/api/admin/users', { gcTime: 0 })

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
