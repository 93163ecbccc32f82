import { parseImagePath } from '#domain/images.ts'
import type { Deps } from '#src/deps.ts'
import { notFound } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'
import type { Pages } from './pages.ts'
import { isAdminPath } from './public-paths.ts'
import { SERVICE_WORKER_PATH } from './service-worker.ts'

const ADMIN_API = ['/api/admin', '/api/openapi.json', '/api/docs']

/** Monitoring, and the contact for security reports. */
const ON_EVERY_HOST = new Set(['/healthz', '/readyz', '/metrics', '/.well-known/security.txt'])

const ROBOTS = 'User-agent: *\nDisallow: /\n'

/** Restricts the admin area to its own host, if configured. Public paths on that host redirect to the public site. */
export function createAdminHost(
  { config, build, publicFolder }: Pick<Deps, 'config' | 'build' | 'publicFolder'>,
  pages: Pages,
): (call: Call) => Promise<Response | null> {
  const { adminHost, siteUrl } = config
  if (adminHost === undefined || siteUrl === undefined) return async () => null

  async function onPublicHost(call: Call): Promise<Response | null> {
    const path = normalizedPath(call)
    if (!isAdminOrApiPath(path)) return null
    if (!isRead(call) || path.startsWith('/api/')) throw notFound('Page')
    return pages.notFound(call)
  }

  async function onAdminHost(call: Call): Promise<Response | null> {
    const path = normalizedPath(call)
    if (isAdminOrApiPath(path) || ON_EVERY_HOST.has(path)) return null
    if (!isRead(call) || path.startsWith('/api/')) throw notFound('Page')
    if (path === '/robots.txt')
      return new Response(ROBOTS, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
    if (path === '/') return redirect('/admin/dashboard')
    const { pathname, search } = call.url
    if (build.files.has(pathname) && pathname !== SERVICE_WORKER_PATH) return null
    if (parseImagePath(pathname)) return null
    return (await publicFolder?.respond(call.request, pathname)) ?? redirect(siteUrl + pathname + search)
  }

  return (call) => (call.host === adminHost ? onAdminHost(call) : onPublicHost(call))
}

/** Other spellings of a path redirect to this one. */
const normalizedPath = ({ url }: Call) => url.pathname.replaceAll(/\/{2,}/g, '/').toLowerCase()

const isAdminOrApiPath = (path: string) =>
  isAdminPath(path) || ADMIN_API.some((place) => path === place || path.startsWith(`${place}/`))

const isRead = ({ method }: Call) => method === 'GET' || method === 'HEAD'

const redirect = (location: string) =>
  new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } })
