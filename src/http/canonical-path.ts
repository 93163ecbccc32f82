import { allowedMethods, type Route } from './methods.ts'

/**
 * Where a page really is that was asked for in another writing: in capitals, with slashes to spare, or as index.html.
 * Null when there is no such page. The answer starts with a single slash, so that it never names another host.
 */
export function canonicalPath(routes: Route[], path: string): string | null {
  // Capitals in an encoded character are no other writing of the address.
  if (path.includes('%')) return null
  const plain = path
    .toLowerCase()
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '')
  const canonical = plain === '' || plain === '/index.html' ? '/' : plain
  if (canonical === path || canonical.startsWith('/api/')) return null
  return allowedMethods(routes, canonical).includes('GET') ? canonical : null
}
