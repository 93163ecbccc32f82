import type { Block } from '#src/analyses/relevance/document.ts'

const SEPARATORS = /\s[-|–—·•»«:/]\s/
const TIGHT_SEPARATOR = /^(.+)[-_|–—·]([^-_|–—·]+)$/s
/** Every title repeats the site's name, so it describes a page as little as a menu does. */
const SITE_NAME_BOILERPLATE = 0.9

/** Splits a title into blocks and marks the site's name (from metadata or host) as boilerplate. */
export function titleBlocks(title: string, siteName: string | undefined, url: string): Block[] {
  const host = URL.parse(url)
    ?.hostname.replace(/^www\./, '')
    .split('.')[0]
  const names = new Set([siteName, host].map((name) => lettersOf(name ?? '')).filter((name) => name !== ''))
  const isSiteName = (text: string) => names.has(lettersOf(text))
  const parts = title.split(SEPARATORS)
  // Scripts without spaces have no spaces around separators.
  const [, rest, name] = TIGHT_SEPARATOR.exec(parts.at(-1) ?? '') ?? []
  if (rest !== undefined && name !== undefined && isSiteName(name)) parts.splice(-1, 1, rest, name)
  return parts.map((text) => ({
    text,
    place: 'title',
    boilerplate: isSiteName(text) ? SITE_NAME_BOILERPLATE : 0,
  }))
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
