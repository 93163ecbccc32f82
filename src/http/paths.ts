import { Memoirist } from 'memoirist'

type Declared = { method: string; path: string }

export type Paths = {
  /** The pattern of the route for this path. */
  patternOf(method: string, path: string): string | undefined
  methodsAt(path: string): string[]
  hasMethod(method: string): boolean
}

/** Elysia responds only with 404. Built on first use, because most requests have a route. */
export function createPaths(routes: () => readonly Declared[]): Paths {
  let tree: Memoirist<string> | undefined
  const methods = new Set<string>()

  function build(): Memoirist<string> {
    const built = new Memoirist<string>()
    for (const { method, path } of routes()) {
      methods.add(method)
      built.add(method, path, path)
    }
    return built
  }

  function patternOf(method: string, path: string): string | undefined {
    tree ??= build()
    if (!methods.has(method) || !isWellEncoded(path)) return undefined
    return tree.find(method, path)?.store
  }

  return {
    patternOf,
    methodsAt: (path) => {
      tree ??= build()
      const found = [...methods].filter((method) => patternOf(method, path) !== undefined)
      return (found.includes('GET') ? [...found, 'HEAD'] : found).sort()
    },
    hasMethod: (method) => {
      tree ??= build()
      return methods.has(method)
    },
  }
}

/** Routers accept what can't be decoded. */
export function isWellEncoded(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    return decodeURIComponent(path) !== null
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}
