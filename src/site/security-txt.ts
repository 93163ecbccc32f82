import type { Deps } from '#src/deps.ts'
import { page, type Route } from '#src/route.ts'

const PATH = '/.well-known/security.txt'

const DAY_MS = 86_400_000
/** Readers distrust the file from then on; it moves on each day, so only a copy that nobody renews runs out. */
const VALID_DAYS = 90

/**
 * Whom to tell of a weakness, by RFC 9116. The operator's own file of that name wins: it may be signed, or say more.
 * Without the setting there is only that file.
 */
export function securityTxtRoutes({ config, publicFolder, now }: Deps): Route[] {
  const { securityContact, siteUrl } = config
  if (securityContact.length === 0) return []
  // Web addresses in this file must be https.
  const canonical = siteUrl?.startsWith('https:') ? [`Canonical: ${siteUrl}${PATH}`] : []

  return [
    page(PATH, async ({ call }) => {
      const own = await publicFolder?.answer(call.request, PATH)
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
    }),
  ]
}
