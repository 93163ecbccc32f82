import type { Token } from 'parse5'

/** A part of the page that may be boilerplate, which repeats on every page of the site. */
export type Region = {
  parent: Region | null
  /** Identified by element or role, not by class name. */
  isCertain: boolean
  /** A dialog or consent banner, however long: boilerplate unless the page is in it. */
  isOverlay: boolean
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
/** Of consent banners; the second line has the names that their makers use. */
const CONSENT_NAME =
  /(?:cookies?|gdpr|consent|ccpa|dsgvo|rgpd|lgpd|privacy)[\s_-]?(?:banner|bar|box|notice|notification|note|info|hint|hinweis|popup|modal|dialog|overlay|layer|wall|law|manager|message|prompt|alert|panel|settings|preferences|consent|choices|sdk|wrapper|container|root)|(?:^|[\s_-])(?:gdpr|ccpa|consent)(?:$|[\s_-])|onetrust|(?:^|[\s_-])(?:ot-sdk|qc-cmp2?|cmpbox|cmplz|cky|iubenda-cs|sp_message|fc-consent|moove_gdpr|cc-window|cookiefirst|axeptio|tarteaucitron|klaro|didomi|usercentrics|truste|trustarc|osano|termly|borlabs|cookieyes|cookiehub|ketch|shopify-pc)|cookiebot|didomi-|usercentrics-|borlabscookie|cookieconsent/i
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
  let isOverlay = name === 'dialog' || parent?.isOverlay === true
  for (const { name, value } of attrs) {
    if (name === 'role') {
      const role = value.trim().toLowerCase()
      isCertain ||= CERTAIN_ROLES.has(role)
      isLikely ||= LIKELY_ROLES.has(role)
      isOverlay ||= role === 'dialog' || role === 'alertdialog'
    } else if (name === 'aria-modal') isOverlay ||= value.trim().toLowerCase() === 'true'
    else if (name === 'rel' || name === 'itemprop') isLikely ||= BYLINE.test(value)
    else if (name === 'class' || name === 'id') {
      isLikely ||= LIKELY_NAME.test(value.slice(0, NAMES_MAX))
      isOverlay ||= CONSENT_NAME.test(value.slice(0, NAMES_MAX))
    }
  }
  if (!isCertain && !isLikely && isOverlay === (parent?.isOverlay ?? false)) return parent
  return { parent, isCertain, isOverlay, letters: 0, holdsContent: false, isBoilerplate: false }
}

/** Sets isBoilerplate. `regions` must be in document order; `letters` is the total of the page. */
export function markBoilerplate(regions: Region[], letters: number): void {
  for (const { parent, letters } of regions.toReversed()) if (parent !== null) parent.letters += letters
  for (const region of regions) {
    const isLarge = region.letters > letters * PAGE_SHARE_MAX && !region.isOverlay
    const isPage = region.holdsContent || isLarge
    region.isBoilerplate = region.isCertain || !isPage || (region.parent?.isBoilerplate ?? false)
  }
}
