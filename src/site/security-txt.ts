import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import type { Access } from '#src/sessions/access.ts'

const PATH = '/.well-known/security.txt'

const DAY_MS = 86_400_000
/** Extended daily, so that only old copies expire. */
const VALID_DAYS = 90

/** See RFC 9116. The operator's own file takes precedence, because it may be signed or have more fields. */
export function securityTxtRoutes({ config, publicFolder, now }: Deps, access: Access) {
  const { securityContact, siteUrl } = config
  const routes = new Elysia().use(access)
  if (securityContact.length === 0) return routes
  // RFC 9116 requires HTTPS.
  const canonical = siteUrl?.startsWith('https:') ? [`Canonical: ${siteUrl}${PATH}`] : []

  return routes.get(
    PATH,
    async ({ call }) => {
      const own = await publicFolder?.respond(call.request, PATH)
      if (own) return own
      const today = Math.floor(now().getTime() / DAY_MS)
      const lines = [
        ...securityContact.map((address) => `Contact: ${address}`),
        `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
        ...canonical,
        'Preferred-Languages: en',
      ]
      return new Response(`${lines.join('\n')}\n`, {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=3600' },
      })
    },
    { open: true },
  )
}
