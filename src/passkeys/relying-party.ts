import { adminOrigin, type Config } from '#src/config.ts'
import { conflict } from '#src/errors.ts'
import type { Call } from '#src/http/call.ts'

/** The domain passkeys are bound to, and the only origin that may use them. */
export type RelyingParty = { id: string; origin: string }

type Addresses = Pick<Config, 'adminHost' | 'siteUrl'>

const isLocalhost = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost')

/** Browsers allow passkeys on HTTPS domains and on localhost. */
function relyingPartyAt(address: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(address)
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[')
  if (isAddress || (protocol !== 'https:' && !isLocalhost(hostname))) return null
  return { id: hostname, origin }
}

/** Undefined when the address depends on the request. */
export function configuredRelyingParty(config: Addresses): RelyingParty | null | undefined {
  const address = adminOrigin(config) ?? config.siteUrl
  return address === undefined ? undefined : relyingPartyAt(address)
}

/**
 * The domain whose passkeys count as a second step, whatever the Host header. Undefined if none is configured (passkeys
 * for localhost count), null if passkeys don't work here.
 */
export function configuredDomain(config: Addresses): string | null | undefined {
  const relyingParty = configuredRelyingParty(config)
  return relyingParty === undefined ? undefined : (relyingParty?.id ?? null)
}

/**
 * Null where passkeys don't work. A forged Host header could bind them to another domain, so only localhost is
 * accepted.
 */
export function findRelyingParty(config: Addresses, { origin }: Pick<Call, 'origin'>): RelyingParty | null {
  const fixed = configuredRelyingParty(config)
  if (fixed !== undefined) return fixed
  return isLocalhost(new URL(origin).hostname) ? relyingPartyAt(origin) : null
}

export const whyUnavailable = (config: Addresses): string =>
  configuredRelyingParty(config) === null
    ? 'Passkeys need SITE_URL to be an https address with a domain name.'
    : 'Passkeys need SITE_URL to be set to the https address of this site.'

/** Throws AppError conflict where passkeys don't work. */
export function requireRelyingParty(config: Addresses, call: Pick<Call, 'origin'>): RelyingParty {
  const relyingParty = findRelyingParty(config, call)
  if (!relyingParty) throw conflict(whyUnavailable(config))
  return relyingParty
}
