import type { OwnPage } from '#domain/site.ts'
import { StartError } from '#src/errors.ts'

/** Names that no route has and that mean something else all the same. */
const RESERVED = new Set(['404', 'index', 'assets', 'frames'])

/** Throws StartError for a page whose path is one of `routes`, or begins one. */
export function refuseTakenPaths(pages: readonly OwnPage[], routes: { path: string }[]): void {
  for (const { path } of pages) {
    const isTaken = routes.some((route) => route.path === path || route.path.startsWith(`${path}/`))
    if (isTaken || RESERVED.has(path.slice(1))) {
      throw unusable(`${path.slice(1)}.md`, `the site has something else at ${path}; choose another name`)
    }
  }
}

/** The refusal of a file in the pages folder. */
export const unusable = (file: string, reason: string, cause?: unknown) =>
  new StartError(`The page ${file} can't be used: ${reason}.`, { cause })
