import { adminOrigin, type Config } from '#src/config.ts'
import { conflict } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'

/** The domain that passkeys are made for, and the one origin that may use them. */
export type RelyingParty = { id: string; origin: string }

type Addresses = Pick<Config, 'adminHost' | 'siteUrl'>

const isLocalhost = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost')

/** Browsers allow passkeys on domains by https, and on localhost. */
function partyAt(address: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(address)
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  if (isAddress || (protocol !== 'https:' && !isLocalhost(hostname))) return null
  return { id: hostname, origin }
}

/** The relying party that the settings fix; undefined where they leave the address to each request. */
export function configuredParty(config: Addresses): RelyingParty | null | undefined {
  const address = adminOrigin(config) ?? config.siteUrl
  return address === undefined ? undefined : partyAt(address)
}

/**
 * The relying party of a request; null where there are no passkeys. A host that a request names is only taken for
 * localhost: of another, a passkey would depend on a header.
 */
export function findParty(config: Addresses, { origin }: Pick<Call, 'origin'>): RelyingParty | null {
  const fixed = configuredParty(config)
  if (fixed !== undefined) return fixed
  return isLocalhost(new URL(origin).hostname) ? partyAt(origin) : null
}

export const whyNoParty = (config: Addresses): string =>
  configuredParty(config) === null
    ? 'Passkeys need an https address with a domain name. SITE_URL has neither of them, or one.'
    : 'Passkeys need SITE_URL to be set to the https address of this site.'

/** The same. Throws AppError conflict where there are no passkeys. */
export function requireParty(config: Addresses, call: Pick<Call, 'origin'>): RelyingParty {
  const party = findParty(config, call)
  if (!party) throw conflict(whyNoParty(config))
  return party
}
