import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Contact } from '#domain/contacts.ts'
import type { ListedPost } from '#domain/posts.ts'
import { SEARCH_MAX } from '#domain/search.ts'
import type { User } from '#domain/users.ts'
import { callAdmin } from '#web/admin/client.ts'
import { type ItemGroup, matchItems } from './matching.ts'

const TYPING_PAUSE_MS = 200
const SHOWN = 5
/** A single letter is in nearly every record. */
const LEAST_LETTERS = 2

/** Posts, messages and people that match, searched by the server once the typing pauses. */
export function useRecords(text: string): { groups: ItemGroup[]; isSearching: boolean; isFailed: boolean } {
  const navigate = useNavigate()
  const typed = text.trim().slice(0, SEARCH_MAX)
  const search = useSettled(typed)
  const isOn = search.length >= LEAST_LETTERS
  const posts = useFound<ListedPost>('/api/admin/blog/posts', search, isOn)
  const messages = useFound<Contact>('/api/admin/contacts', search, isOn)
  const people = useQuery({
    queryKey: ['/api/admin/users', 'palette'],
    queryFn: ({ signal }) => callAdmin<User[]>('GET', '/api/admin/users', undefined, signal),
    gcTime: 0,
  })

  const groups = isOn
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
          label: 'People',
          items: matchItems(
            (people.data ?? []).map(({ id, username, email }) => ({
              id: `user-${id}`,
              label: username,
              detail: email,
              run: () => navigate('/admin/dashboard?tab=users'),
            })),
            search,
          ).slice(0, SHOWN),
        },
      ]
    : []
  const isWaiting = typed !== search && typed.length >= LEAST_LETTERS
  return {
    groups,
    isSearching: isWaiting || posts.isFetching || messages.isFetching,
    isFailed: posts.isError || messages.isError || people.isError,
  }
}

/** A query that is no longer wanted is aborted, and its answer is kept for as long as the palette is open. */
function useFound<Row>(path: string, search: string, isOn: boolean) {
  return useQuery({
    queryKey: [path, 'palette', search],
    queryFn: ({ signal }) =>
      callAdmin<Row[]>(
        'GET',
        `${path}?${new URLSearchParams({ search, limit: String(SHOWN) })}`,
        undefined,
        signal,
      ),
    enabled: isOn,
    gcTime: 0,
  })
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
