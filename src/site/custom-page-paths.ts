import type { CustomPage } from '#domain/site.ts'
import { StartError } from '#src/errors.ts'

const RESERVED = new Set(['404', 'index', 'assets', 'frames'])

/** Throws StartError if a page collides with a route or its prefix. */
export function checkPathsAreFree(pages: readonly CustomPage[], routes: { path: string }[]): void {
  for (const { path } of pages) {
    const isTaken = routes.some((route) => route.path === path || route.path.startsWith(`${path}/`))
    if (isTaken || RESERVED.has(path.slice(1))) {
      throw customPageError(`${path.slice(1)}.md`, `${path} is already taken; choose another name`)
    }
  }
}

export const customPageError = (file: string, reason: string, cause?: unknown) =>
  new StartError(`The page ${file} can't be used: ${reason}.`, { cause })
