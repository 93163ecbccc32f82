export type Route = { method: string; path: string }

/** The methods that some route takes at this path, for the Allow header; empty when there is no such path. */
export function allowedMethods(routes: Route[], path: string): string[] {
  const methods = new Set(routes.filter((route) => matchesPath(route.path, path)).map(({ method }) => method))
  if (methods.has('GET')) methods.add('HEAD')
  return [...methods].sort()
}

/** Whether a route's path, such as /posts/:slug, is this one. */
export function matchesPath(pattern: string, path: string): boolean {
  const expected = pattern.split('/')
  const given = path.split('/')
  const hasRest = expected.at(-1) === '*'
  if (hasRest ? given.length < expected.length : given.length !== expected.length) return false
  return expected.every((part, index) => {
    if (part.startsWith(':')) return given[index] !== ''
    return part === given[index] || (hasRest && index === expected.length - 1)
  })
}
