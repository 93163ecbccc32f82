import type { Post } from '#domain/posts.ts'
import { usePage } from '#web/lib/page.tsx'
import type { ToastMessage } from '#web/ui/toast-view.tsx'

/** Makes the toast about a saved post, with 'View' if it is public. */
export function usePostToast(): (
  title: string,
  post: Pick<Post, 'slug' | 'status'> | undefined,
) => ToastMessage {
  const { origin } = usePage()
  return (title, post) => {
    if (post?.status !== 'published') return { title }
    const view = () => void window.open(`${origin}/blog/${post.slug}`, '_blank', 'noopener')
    return { title, action: { label: 'View', onPress: view } }
  }
}
