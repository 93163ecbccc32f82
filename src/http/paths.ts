import { Memoirist } from 'memoirist'

type Declared = { method: string; path: string }

/** Elysia responds only with 404. The tree is built on first use, because most requests have a route. */
export function createPaths(routes: () => readonly Declared[]) {
  let methods: Set<string> | undefined
  let tree: Memoirist<string> | undefined

  function allMethods(): Set<string> {
    methods ??= new Set(routes().map(({ method }) => method))
    return methods
  }

  function build(): Memoirist<string> {
    const built = new Memoirist<string>()
    // With its history, it compares each route with all before.
    for (const { method, path } of routes()) built.add(method, path, path, { ignoreHistory: true })
    return built
  }

  function patternOf(method: string, path: string): string | undefined {
    if (!allMethods().has(method) || !isWellEncoded(path)) return undefined
    tree ??= build()
    return tree.find(method, path)?.store
  }

  return {
    patternOf,
    methodsAt: (path: string): string[] => {
      const found = [...allMethods()].filter((method) => patternOf(method, path) !== undefined)
      return (found.includes('GET') ? [...found, 'HEAD'] : found).sort()
    },
    hasMethod: (method: string) => allMethods().has(method),
  }
}

export function isWellEncoded(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    return decodeURIComponent(path) !== null
  } catch (error) {
    if (error instanceof URIError) return false
    throw error
  }
}

type Canonical = {
  path: string
  hasParameter: boolean
}

/** Null if there is none. Has exactly one leading slash, so it never names another host. Parameters keep their case. */
export function canonicalPath(
  patternOf: (path: string) => string | undefined,
  requested: string,
): Canonical | null {
  // Percent-encoding is case-insensitive.
  if (requested.includes('%')) return null
  const plain = requested.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
  const path = /^(?:\/index\.html)?$/i.test(plain) ? '/' : plain
  const lowered = path.toLowerCase()
  const found = lowered.startsWith('/api/') ? undefined : patternOf(lowered)
  if (found === undefined) return null

  const written = path.split('/')
  const pattern = found.split('/')
  const isParameter = (index: number) => /^[:*]/.test(pattern[Math.min(index, pattern.length - 1)] ?? '')
  const parts = written.map((part, index) => (isParameter(index) ? part : part.toLowerCase()))
  const canonical = parts.join('/')
  return canonical === requested
    ? null
    : { path: canonical, hasParameter: written.some((_, index) => isParameter(index)) }
}
