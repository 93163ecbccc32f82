export type LinkTarget = { href: string; rel?: 'noopener' }

const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Excludes codes such as *#06#, which phones execute as commands. */
const PHONE = /^tel:\+?[\d().-]+$/i

/** Placeholder origin for parsing; never requested. */
const PLACEHOLDER_ORIGIN = 'https://here.invalid'

/** Null unless a web, mail, phone or local link. Parses like browsers, so whitespace, case and escapes hide nothing. */
export function linkTarget(url: string, base?: string): LinkTarget | null {
  if (!URL.canParse(url, PLACEHOLDER_ORIGIN)) return null
  const { protocol, origin } = new URL(url, PLACEHOLDER_ORIGIN)
  if (!SCHEMES.has(protocol)) return null
  if (protocol === 'mailto:') return { href: url }
  if (protocol === 'tel:') return PHONE.test(url) ? { href: url } : null
  if (origin !== PLACEHOLDER_ORIGIN) return { href: url, rel: 'noopener' }
  return { href: base === undefined ? url : new URL(url, base).href }
}
