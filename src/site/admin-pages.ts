import { Elysia } from 'elysia'
import type { PageData } from '#domain/site.ts'
import { adminOrigin } from '#src/config.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'
import { encodeBody, encodedResponse } from '#src/http/encoded-body.ts'
import { temporaryRedirect } from '#src/http/redirects.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import { once } from '#src/lib/once.ts'
import type { Access } from '#src/sessions/access.ts'
import { ADMIN_PATHS } from '#web/admin/paths.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { filesFor } from './build.ts'

const ENTRY = 'web/admin/main.tsx'
/** Loaded with the entry at these paths; at others, what all pages for signed-in users share. */
const SIGNED_OUT = new Map([
  ['/admin/login', 'web/admin/login/login-page.tsx'],
  ['/admin/setup', 'web/admin/setup/setup-page.tsx'],
  ['/admin/new-password', 'web/admin/new-password/new-password-page.tsx'],
])
const SIGNED_IN = 'web/admin/signed-in-pages.tsx'

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': contentPolicy([THEME_SCRIPT]),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

export type AdminShell = (call: Call, status?: number) => Promise<Response>

/** The document of every admin page; its scripts show the page, or that there is none. */
export function createAdminShell({ build, config, isDemo, branding }: Deps): AdminShell {
  const render = async (source: string) => {
    // Loaded lazily, because rendering code would double what startup loads.
    const { renderAdminShell } = await import('./admin-shell.tsx')
    const page: PageData = {
      origin: adminOrigin(config) === null ? '' : (config.siteUrl ?? ''),
      siteName: config.siteName,
      ...(branding.logo ? { brand: { logo: branding.logo } } : {}),
      showsRating: false,
      analyticsId: null,
      hasAd: false,
      isDemo,
      build: filesFor(build, ENTRY, { early: source }),
    }
    return encodeBody(renderAdminShell(page, branding.css), 'text/html; charset=utf-8')
  }
  const signedIn = once(() => render(SIGNED_IN))
  const signedOut = new Map(
    [...SIGNED_OUT].map(([path, source]) => [path, once(() => render(source))] as const),
  )
  return async (call, status = 200) => {
    const shell = signedOut.get(call.url.pathname) ?? signedIn
    return encodedResponse(call, await shell(), HEADERS, status)
  }
}

export function adminPages(respond: AdminShell, access: Access) {
  const handle = ({ call }: { call: Call }) => respond(call)
  const routes = new Elysia()
    .use(access)
    .get('/admin', () => temporaryRedirect('/admin/dashboard'), { open: true })
    // A page of former releases: bookmarks lead to the admin area's not-found page.
    .get('/api/docs', ({ call }) => respond(call, 404), { open: true })
  for (const path of ADMIN_PATHS) routes.get(path, handle, { open: true })
  return routes
}
