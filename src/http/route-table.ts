import { Elysia } from 'elysia'
import type { Permission } from '#domain/permissions.ts'
import { type BodyLimit, bodyLimitOf, type Upload } from './body.ts'
import type { Schema } from './validate.ts'

type Route = {
  method: string
  path: string
  access: Permission | 'public'
  body?: Schema
  streams?: { bytes: number }
  upload?: Upload
}

/** Routes below `path` need a permission, except `publicRoutes`, such as 'POST /api/admin/login'. */
export type ProtectedPaths = { path: string; publicRoutes: string[] }

type Endpoint<R> = { route: R; limit: BodyLimit }

export type RouteTable<R> = {
  find(method: string, path: string): (Endpoint<R> & { params: unknown }) | null
  methodsAt(path: string): string[]
  isProtected(path: string): boolean
}

export function createRouteTable<R extends Route>(
  routes: R[],
  protectedPaths: ProtectedPaths,
): RouteTable<R> {
  const isProtected = (path: string) =>
    path === protectedPaths.path || path.startsWith(`${protectedPaths.path}/`)
  // Elysia only matches, so compiling handlers is pointless.
  const router = new Elysia({ aot: false, strictPath: true, normalize: false })
  const endpoints = new Map<string, Endpoint<R>>()
  const withParameters = new Map<unknown, Endpoint<R>>()
  const methods = new Set<string>()

  for (const route of routes) {
    const { method, path, access } = route
    const name = `${method} ${path}`
    if (endpoints.has(keyOf(method, path))) throw new Error(`${name} is declared twice`)
    if (access === 'public' && isProtected(path) && !protectedPaths.publicRoutes.includes(name)) {
      throw new Error(`${name} needs a permission`)
    }
    let limit: BodyLimit | undefined
    const endpoint = {
      route,
      // Computed on first use: it is slow, and most routes aren't called right after startup.
      get limit() {
        limit ??= bodyLimitOf(route)
        return limit
      },
    }
    endpoints.set(keyOf(method, path), endpoint)
    methods.add(method)
    if (!hasParameters(path)) continue
    const handler = () => endpoint
    withParameters.set(handler, endpoint)
    router.route(method, path, handler)
  }

  const find: RouteTable<R>['find'] = (method, path) => {
    const routeMethod = method === 'HEAD' ? 'GET' : method
    const exact = hasParameters(path) ? undefined : endpoints.get(keyOf(routeMethod, path))
    if (exact) return { route: exact.route, limit: exact.limit, params: {} }
    // The router looks up methods in an object, where 'constructor' exists.
    const found =
      methods.has(routeMethod) && isWellEncoded(path) ? router.router.dynamic.find(routeMethod, path) : null
    const endpoint = found && withParameters.get(found.store.handle)
    return endpoint ? { route: endpoint.route, limit: endpoint.limit, params: found.params } : null
  }

  return {
    find,
    methodsAt: (path) => [...methods, 'HEAD'].filter((method) => find(method, path)).sort(),
    isProtected,
  }
}

const keyOf = (method: string, path: string) => JSON.stringify([method, path])

const hasParameters = (path: string) => path.includes(':') || path.includes('*')

function isWellEncoded(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    return decodeURIComponent(path) !== null
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
