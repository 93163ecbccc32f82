import type { Token } from 'parse5'

/** A part of a page that may be what every page of its site repeats. */
export type Region = {
  parent: Region | null
  /** Whether its element says so, rather than a name that its author gave it. */
  isCertain: boolean
  /** Of visible text: its own, until all are judged. */
  letters: number
  /** An h1 or the <main> element. */
  holdsContent: boolean
  isBoilerplate: boolean
}

const CERTAIN = new Set(['nav', 'footer', 'select', 'button'])
const LIKELY = new Set(['header', 'aside', 'form', 'dialog', 'menu'])
const CONTENT = new Set(['html', 'body', 'main', 'article', 'h1'])
/** Of these; an <article> may as well be a card in a sidebar. */
const SURE_CONTENT = new Set(['main', 'h1'])
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
/** The words by which authors call such parts, much like those that reader views of browsers look for. */
const LIKELY_NAME =
  /(?:^|[\s_-])(?:nav|navbar|navigation|menu|topbar|footer|sidebar|breadcrumbs?|cookies?|consent|gdpr|newsletter|subscribe|social|share|sharing|related|recommended|comments?|promo|advert|ads?|sponsor(?:ed)?|popup|modal|overlay|pagination|pager|toolbar|skip|copyright|disclaimer|login|widget|byline|author|dateline|timestamp|meta)(?:$|[\s_-])/i
const BYLINE = /^\s*(?:author|datepublished|datemodified)\s*$/i
/** Of all that can be seen: what is more is the page itself, whatever its author calls it. */
const MOST_OF_PAGE = 0.5
const LONGEST_NAMES = 500

/** The region that an element opens inside of another, or that other one. */
export function regionOf({ tagName: name, attrs }: Token.TagToken, parent: Region | null): Region | null {
  if (CONTENT.has(name)) {
    let region = SURE_CONTENT.has(name) ? parent : null
    for (; region !== null && !region.holdsContent; region = region.parent) region.holdsContent = true
    return parent
  }
  let isCertain = CERTAIN.has(name)
  let isLikely = LIKELY.has(name)
  for (const { name, value } of attrs) {
    if (name === 'role') {
      isCertain ||= CERTAIN_ROLES.has(value.trim().toLowerCase())
      isLikely ||= LIKELY_ROLES.has(value.trim().toLowerCase())
    } else if (name === 'rel' || name === 'itemprop') isLikely ||= BYLINE.test(value)
    else if (name === 'class' || name === 'id') isLikely ||= LIKELY_NAME.test(value.slice(0, LONGEST_NAMES))
  }
  if (!isCertain && !isLikely) return parent
  return { parent, isCertain, letters: 0, holdsContent: false, isBoilerplate: false }
}

/** Tells which regions are boilerplate indeed, by all there is on the page. In the order in which they were opened. */
export function judgeRegions(regions: Region[], letters: number): void {
  for (const { parent, letters } of regions.toReversed()) if (parent !== null) parent.letters += letters
  for (const region of regions) {
    const isPage = region.holdsContent || region.letters > letters * MOST_OF_PAGE
    region.isBoilerplate = region.isCertain || !isPage || (region.parent?.isBoilerplate ?? false)
  }
}
