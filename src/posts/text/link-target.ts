export type LinkTarget = { href: string; rel?: 'noopener' }

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** A number to call. Phones take others, such as *#06#, as commands. */
const PHONE = /^tel:\+?[\d().-]+$/i

/** Stands for this site while an address is read; nothing is ever asked of it. */
const HERE = 'https://here.invalid'

/**
 * Where a link in a post may lead: to a web page, a mail address, a phone number or another place of this site. Null for anything
 * else. The address is read as browsers read it, so that nothing hides behind white space, case or escapes. `base` is
 * the full address that relative links lead from, where they are read elsewhere.
 */
export function linkTarget(url: string, base?: string): LinkTarget | null {
  if (!URL.canParse(url, HERE)) return null
  const { protocol, origin } = new URL(url, HERE)
  if (!SCHEMES.has(protocol)) return null
  if (protocol === 'mailto:') return { href: url }
  if (protocol === 'tel:') return PHONE.test(url) ? { href: url } : null
  if (origin !== HERE) return { href: url, rel: 'noopener' }
  return { href: base === undefined ? url : new URL(url, base).href }
}
