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
