import { tagPath } from '#domain/posts.ts'
import type { OwnPage } from '#domain/site.ts'
import { currentSlug, type Publication } from '#src/posts/publication.ts'
import { fixedPaths } from '#web/site-pages.ts'

/** Finds the path of the public page that is shown at a path; null where there is none. */
export function pageFinder(
  publication: Publication,
  ownPages: readonly OwnPage[],
): (path: string) => Promise<string | null> {
  const fixed = new Set([...fixedPaths, ...ownPages.map(({ path }) => path)])
  return async (path) => {
    if (fixed.has(path)) return path
    if (!path.startsWith('/blog/')) return null
    const published = await publication.current()
    const slug = currentSlug(published, path.slice('/blog/'.length))
    if (slug !== null) return `/blog/${slug}`
    return published.tags.some(({ name }) => tagPath(name) === path) ? path : null
  }
}

/** Whether a path is the admin area's, with or without a page there. */
export const isAdminPath = (path: string) => path === '/admin' || path.startsWith('/admin/')

/** Whether a page is nobody else's business: its very address would tell others something. */
export const isPrivatePath = (path: string) => isAdminPath(path) || path.startsWith('/blog/preview/')
