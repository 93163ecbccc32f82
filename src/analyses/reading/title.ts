import type { Block } from '#src/analyses/relevance/document.ts'

const SEPARATORS = /\s+[-|–—·•»«:/]\s+/
/** Every page of a site has its name in the title: it says as little of this one as a menu does. */
const SITE_NAME_BOILERPLATE = 0.9

/** A title as blocks, the site's name apart: what it calls itself in its metadata, or the name of its host. */
export function titleBlocks(title: string, siteName: string | undefined, url: string): Block[] {
  const host = URL.parse(url)
    ?.hostname.replace(/^www\./, '')
    .split('.')[0]
  const names = new Set([siteName, host].map((name) => lettersOf(name ?? '')).filter((name) => name !== ''))
  return title.split(SEPARATORS).map((text) => ({
    text,
    place: 'title',
    boilerplate: names.has(lettersOf(text)) ? SITE_NAME_BOILERPLATE : 0,
  }))
}

const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
