import { tagPath } from '#domain/posts.ts'
import type { Publication } from '#src/posts/publication.ts'
import { fixedPaths } from '#web/router.tsx'

/** Tells whether a public page stands at a path. */
export function createPublicPaths(publication: Publication): (path: string) => Promise<boolean> {
  const fixed = new Set(fixedPaths)
  return async (path) => {
    if (fixed.has(path)) return true
    if (!path.startsWith('/blog/')) return false
    const { changes, tags } = await publication.current()
    return changes.has(path.slice('/blog/'.length)) || tags.some(({ name }) => tagPath(name) === path)
  }
}

/** Whether a path is the admin area's, with or without a page there. */
export const isAdminPath = (path: string) => path === '/admin' || path.startsWith('/admin/')

/** Whether a page is nobody else's business: its very address would tell others something. */
export const isPrivatePath = (path: string) => isAdminPath(path) || path.startsWith('/blog/preview/')
