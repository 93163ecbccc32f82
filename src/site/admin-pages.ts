import type { PageData } from '#domain/site.ts'
import { adminOrigin } from '#src/config.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'
import { type EncodedBody, encodeBody, encodedAnswer } from '#src/http/encoded.ts'
import { foundAt } from '#src/http/moved-to.ts'
import { contentPolicy } from '#src/http/security-headers.ts'
import { page } from '#src/route.ts'
import { ADMIN_PATHS } from '#web/admin/paths.ts'
import { THEME_SCRIPT } from '#web/lib/theme-script.ts'
import { filesFor } from './build.ts'

const ENTRY = 'web/admin/main.tsx'
const BROTLI_QUALITY = 9

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': contentPolicy([THEME_SCRIPT]),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** The admin's documents: one and the same empty shell, never opened to any other origin. */
export function adminPages({ build, config, isDemo, look }: Deps) {
  async function drawShell(): Promise<EncodedBody> {
    // Loaded with the first request for it: what draws pages is half of what a start would load.
    const { renderAdminShell } = await import('./admin-shell.tsx')
    const page: PageData = {
      // Links to the public site are relative where it is at the same origin.
      origin: adminOrigin(config) === null ? '' : (config.siteUrl ?? ''),
      siteName: config.siteName,
      ...(look.logo ? { brand: { logo: look.logo } } : {}),
      showsRating: false,
      analyticsId: null,
      hasAd: false,
      isDemo,
      build: filesFor(build, ENTRY),
    }
    const html = renderAdminShell(page, look.css)
    return encodeBody(new TextEncoder().encode(html), 'text/html; charset=utf-8', BROTLI_QUALITY)
  }
  let shell: ReturnType<typeof drawShell> | undefined
  const answer = async ({ call }: { call: Call }) => {
    shell ??= drawShell()
    return encodedAnswer(call, await shell, HEADERS)
  }

  const routes = [page('/admin', () => foundAt('/admin/dashboard'))]
  for (const path of ADMIN_PATHS) routes.push(page(path, answer))
  return routes
}
