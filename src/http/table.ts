import { Elysia } from 'elysia'
import type { Permission } from '#domain/permissions.ts'
import { type BodyLimit, limitOf, type Upload } from './body.ts'
import type { Schema } from './validated.ts'

type Route = {
  method: string
  path: string
  access: Permission | 'public'
  body?: Schema
  streams?: { bytes: number }
  upload?: Upload
}

/** Below `path` a route needs a permission, except at the `entrances`, such as 'POST /login'. */
export type Closed = { path: string; entrances: string[] }

type Endpoint<R> = { route: R; limit: BodyLimit }

export type Table<R> = {
  /** The route that answers at a path, HEAD as GET; null where there is none. */
  find(method: string, path: string): (Endpoint<R> & { params: unknown }) | null
  /** The methods that are taken at a path, for the Allow header; empty when there is no such path. */
  methodsAt(path: string): string[]
  isClosed(path: string): boolean
}

/** Throws for a route that is open in the closed part, and for one that is there twice. */
export function createTable<R extends Route>(routes: R[], closed: Closed): Table<R> {
  const isClosed = (path: string) => path === closed.path || path.startsWith(`${closed.path}/`)
  // Ahead-of-time compilation is for handlers that Elysia calls; here it matches, and says what it found.
  const router = new Elysia({ aot: false, strictPath: true, normalize: false })
  const endpoints = new Map<unknown, Endpoint<R>>()
  const names = new Set<string>()
  const methods = new Set<string>()

  for (const route of routes) {
    const { method, path, access } = route
    const name = `${method} ${path}`
    if (names.has(name)) throw new Error(`${name} is declared twice`)
    if (access === 'public' && isClosed(path) && !closed.entrances.includes(name)) {
      throw new Error(`${name} needs a permission`)
    }
    let limit: BodyLimit | undefined
    const endpoint = {
      route,
      // Takes a while to find out, and most routes aren't called soon.
      get limit() {
        limit ??= limitOf(route)
        return limit
      },
    }
    const answer = () => endpoint
    endpoints.set(answer, endpoint)
    names.add(name)
    methods.add(method)
    router.route(method, path, answer)
  }

  const find: Table<R>['find'] = (method, path) => {
    const asked = method === 'HEAD' ? 'GET' : method
    // The router looks methods up in an object, where 'constructor' is a name like any other.
    const found = methods.has(asked) && isWellEncoded(path) ? router.router.dynamic.find(asked, path) : null
    const endpoint = found && endpoints.get(found.store.handle)
    return endpoint ? { route: endpoint.route, limit: endpoint.limit, params: found.params } : null
  }

  return {
    find,
    methodsAt: (path) => [...methods, 'HEAD'].filter((method) => find(method, path)).sort(),
    isClosed,
  }
}

/** The router gives null for a part of the path that it can't decode. */
function isWellEncoded(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    return decodeURIComponent(path) !== null
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
