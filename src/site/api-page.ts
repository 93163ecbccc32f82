import type { Deps } from '#src/deps.ts'
import { route } from '#src/route.ts'
import { filesFor, type SiteBuild } from './build.ts'

const ENTRY = 'web/api-docs/main.ts'

/** Only what the viewer needs: its own script, the styles that it sets itself, and the API. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The API's description for people. */
export function apiPageRoutes({ build, config }: Pick<Deps, 'build' | 'config'>) {
  const html = apiPage(build, config.siteName)
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'cache-control': 'no-cache',
  }
  return [
    route({
      method: 'GET',
      path: '/api/docs',
      access: 'public',
      summary: 'Show the description of the API to people',
      answer: 'text/html',
      handle: () => new Response(html, { headers }),
    }),
  ]
}

/**
 * The frame of the API's pages for people: the same for everyone, and empty. A browser sends no token when it opens a
 * page, so it is the script that asks for the description, or leads to the sign-in.
 */
function apiPage(build: SiteBuild, siteName: string): string {
  const { script, styles } = filesFor(build, ENTRY)
  const title = `API | ${siteName.replace(/[<>&]/g, '')}`
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${title}</title>
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
<script type="module" src="${script}"></script>
</head>
<body>
<div id="api"><noscript>This page needs JavaScript.</noscript></div>
</body>
</html>
`
}
