import { tagPath } from '#domain/posts.ts'
import type { CustomPage } from '#domain/site.ts'
import { currentSlug, type Publication } from '#src/posts/publication.ts'
import { fixedPaths } from '#web/site-pages.ts'

/** Creates a function that returns the canonical path of a public page, or null. */
export function pageFinder(
  publication: Publication,
  customPages: readonly CustomPage[],
): (path: string) => Promise<string | null> {
  const fixed = new Set([...fixedPaths, ...customPages.map(({ path }) => path)])
  return async (path) => {
    if (fixed.has(path)) return path
    if (!path.startsWith('/blog/')) return null
    const published = await publication.current()
    const slug = currentSlug(published, path.slice('/blog/'.length))
    if (slug !== null) return `/blog/${slug}`
    return published.tags.some(({ name }) => tagPath(name) === path) ? path : null
  }
}

export const isAdminPath = (path: string) => path === '/admin' || path.startsWith('/admin/')

/** Whether third parties must not learn the page's address. */
export const isPrivatePath = (path: string) => isAdminPath(path) || path.startsWith('/blog/preview/')
