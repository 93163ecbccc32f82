type Canonical = {
  path: string
  /** Whether a part of it is whatever was asked for, and so may be somebody's secret. */
  hasParameter: boolean
}

/**
 * Where a page really is that was asked for in another writing: in capitals, with slashes to spare, or as index.html.
 * Null when there is no such page. The path starts with a single slash, so that it never names another host. What stands
 * for a parameter stays as it is: only the page knows whether capitals matter there. `patternOf` finds the pattern of
 * the page at a path, such as /blog/:slug.
 */
export function canonicalPath(
  patternOf: (path: string) => string | undefined,
  asked: string,
): Canonical | null {
  // Capitals in an encoded character are no other writing of the address.
  if (asked.includes('%')) return null
  const plain = asked.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '')
  const path = /^(?:\/index\.html)?$/i.test(plain) ? '/' : plain
  const lowered = path.toLowerCase()
  const found = lowered.startsWith('/api/') ? undefined : patternOf(lowered)
  if (found === undefined) return null

  const written = path.split('/')
  const pattern = found.split('/')
  const isGiven = (place: number) => /^[:*]/.test(pattern[Math.min(place, pattern.length - 1)] ?? '')
  const parts = written.map((part, place) => (isGiven(place) ? part : part.toLowerCase()))
  const canonical = parts.join('/')
  return canonical === asked
    ? null
    : { path: canonical, hasParameter: written.some((_, place) => isGiven(place)) }
}
