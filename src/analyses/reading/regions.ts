import type { Token } from 'parse5'

/** A part of the page that may be boilerplate, which repeats on every page of the site. */
export type Region = {
  parent: Region | null
  /** Identified by element or role, not by class name. */
  isCertain: boolean
  /** Visible letters. markBoilerplate adds those of nested regions. */
  letters: number
  holdsContent: boolean
  isBoilerplate: boolean
}

const CERTAIN_ELEMENTS = new Set(['nav', 'footer', 'select', 'button'])
const LIKELY_ELEMENTS = new Set(['header', 'aside', 'form', 'dialog', 'menu'])
const CONTENT_ELEMENTS = new Set(['html', 'body', 'main', 'article', 'h1'])
const CERTAIN_CONTENT_ELEMENTS = new Set(['main', 'h1'])
const CERTAIN_ROLES = new Set([
  'navigation',
  'contentinfo',
  'search',
  'menu',
  'menubar',
  'toolbar',
  'tablist',
])
const LIKELY_ROLES = new Set(['banner', 'complementary', 'dialog', 'alertdialog', 'alert', 'status', 'form'])
const LIKELY_NAME =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|topbar|footer|sidebar|breadcrumbs?|cookies?|consent|gdpr|newsletter|subscribe|social|share|sharing|related|recommended|comments?|promo|advert|ads?|sponsor(?:ed)?|popup|modal|overlay|pagination|pager|toolbar|skip|copyright|disclaimer|login|widget|byline|author|dateline|timestamp|meta)(?:$|[\s_-])/i
const BYLINE = /^\s*(?:author|datepublished|datemodified)\s*$/i
/** A region with a larger share of the visible text is content. */
const PAGE_SHARE_MAX = 0.5
const NAMES_MAX = 500

export function regionOf({ tagName: name, attrs }: Token.TagToken, parent: Region | null): Region | null {
  if (CONTENT_ELEMENTS.has(name)) {
    let region = CERTAIN_CONTENT_ELEMENTS.has(name) ? parent : null
    for (; region !== null && !region.holdsContent; region = region.parent) region.holdsContent = true
    return parent
  }
  let isCertain = CERTAIN_ELEMENTS.has(name)
  let isLikely = LIKELY_ELEMENTS.has(name)
  for (const { name, value } of attrs) {
    if (name === 'role') {
      isCertain ||= CERTAIN_ROLES.has(value.trim().toLowerCase())
      isLikely ||= LIKELY_ROLES.has(value.trim().toLowerCase())
    } else if (name === 'rel' || name === 'itemprop') isLikely ||= BYLINE.test(value)
    else if (name === 'class' || name === 'id') isLikely ||= LIKELY_NAME.test(value.slice(0, NAMES_MAX))
  }
  if (!isCertain && !isLikely) return parent
  return { parent, isCertain, letters: 0, holdsContent: false, isBoilerplate: false }
}

/** Sets isBoilerplate. `regions` must be in document order; `letters` is the total of the page. */
export function markBoilerplate(regions: Region[], letters: number): void {
  for (const { parent, letters } of regions.toReversed()) if (parent !== null) parent.letters += letters
  for (const region of regions) {
    const isPage = region.holdsContent || region.letters > letters * PAGE_SHARE_MAX
    region.isBoilerplate = region.isCertain || !isPage || (region.parent?.isBoilerplate ?? false)
  }
}
