import { imageAt } from '#domain/images.ts'
import type { Deps } from '#src/deps.ts'
import { notFound } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import type { Pages } from './pages.ts'
import { isAdminPath } from './public-paths.ts'
import { SERVICE_WORKER_PATH } from './service-worker.ts'

const ADMIN_API = ['/api/admin', '/api/openapi.json', '/api/docs']

/** What every host has: for monitoring, and for people who report a fault of it. */
const EVERYWHERE = new Set(['/healthz', '/readyz', '/metrics', '/.well-known/security.txt'])

const ROBOTS = 'User-agent: *\nDisallow: /\n'

/**
 * Keeps the admin area to its host, where it has one: an origin at which nothing public runs. There, public addresses
 * lead to the public site; everywhere else, those of the admin area are unknown.
 */
export function createAdminHost(
  { config, build, publicFolder }: Pick<Deps, 'config' | 'build' | 'publicFolder'>,
  pages: Pages,
): (call: Call) => Promise<Response | null> {
  const { adminHost, siteUrl } = config
  if (adminHost === undefined || siteUrl === undefined) return async () => null

  async function atPublicHost(call: Call): Promise<Response | null> {
    const path = plainPath(call)
    if (!isAdministration(path)) return null
    if (!isRead(call) || path.startsWith('/api/')) throw notFound('Page')
    return pages.notFound(call, false)
  }

  async function atAdminHost(call: Call): Promise<Response | null> {
    const path = plainPath(call)
    if (isAdministration(path) || EVERYWHERE.has(path)) return null
    if (!isRead(call) || path.startsWith('/api/')) throw notFound('Page')
    if (path === '/robots.txt')
      return new Response(ROBOTS, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
    if (path === '/') return redirect('/admin/dashboard')
    const { pathname, search } = call.url
    if (build.files.has(pathname) && pathname !== SERVICE_WORKER_PATH) return null
    // The images of posts, which the admin area previews.
    if (imageAt(pathname)) return null
    return (await publicFolder?.answer(call.request, pathname)) ?? redirect(siteUrl + pathname + search)
  }

  return (call) => (call.host === adminHost ? atAdminHost(call) : atPublicHost(call))
}

/** The path in the one writing that other writings of it redirect to. */
const plainPath = ({ url }: Call) => url.pathname.replaceAll(/\/{2,}/g, '/').toLowerCase()

const isAdministration = (path: string) =>
  isAdminPath(path) || ADMIN_API.some((place) => path === place || path.startsWith(`${place}/`))

const isRead = ({ method }: Call) => method === 'GET' || method === 'HEAD'

const redirect = (location: string) =>
  new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
