import type { ListedPost } from '#domain/posts.ts'
import { type AdminKey, callAdmin, useAdminMutation } from '#web/admin/client.ts'
import { updateRows } from '#web/admin/list/use-list.ts'
import { POSTS_PATH } from './posts-path.ts'

const REFRESHES: AdminKey[] = [[POSTS_PATH]]

/** Publishes or deletes posts, and updates the list in place. */
export function usePostChanges({ onDone }: { onDone: () => void }) {
  const publish = useAdminMutation({
    run: publishAll,
    success: (published) => ({ title: `${countOf(published)} published successfully` }),
    failure: 'Failed to publish blog post',
    refreshes: REFRESHES,
    changesMany: true,
    onSuccess: (published) => {
      updateRows(POSTS_PATH, published)
      onDone()
    },
  })
  const remove = useAdminMutation({
    run: deleteAll,
    success: (deleted) => ({ title: `${countOf(deleted)} deleted successfully` }),
    failure: 'Failed to delete blog post',
    refreshes: REFRESHES,
    changesMany: true,
    onSuccess: (deleted) => {
      updateRows(POSTS_PATH, [], idsOf(deleted))
      onDone()
    },
  })
  return { publish: publish.mutate, remove: remove.mutate }
}

async function publishAll(posts: ListedPost[]): Promise<ListedPost[]> {
  const [only, ...others] = posts
  if (!only || others.length > 0) {
    return callAdmin('POST', `${POSTS_PATH}/bulk-publish`, { body: { ids: idsOf(posts) } })
  }
  await callAdmin('POST', `${POSTS_PATH}/:id/publish`, { params: { id: only.id } })
  return [{ ...only, status: 'published' }]
}

async function deleteAll(posts: ListedPost[]): Promise<ListedPost[]> {
  const [only, ...others] = posts
  if (only && others.length === 0) await callAdmin('DELETE', `${POSTS_PATH}/:id`, { params: { id: only.id } })
  else await callAdmin('POST', `${POSTS_PATH}/bulk-delete`, { body: { ids: idsOf(posts) } })
  return posts
}

const idsOf = (posts: ListedPost[]) => posts.map(({ id }) => id)

const countOf = ({ length }: ListedPost[]) => (length === 1 ? 'Blog post' : `${length} blog posts`)
