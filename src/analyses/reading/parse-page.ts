import type { PageInput, PageKeyword, PageResult } from '#src/analyses/page-reading.ts'
import type { Place } from '#src/analyses/relevance/document.ts'
import { extractKeywords } from '#src/analyses/relevance/keywords.ts'
import { asksForConsent, isAboutCookies } from './consent-text.ts'
import { decodePage } from './decode-page.ts'
import { typesOf } from './json-ld.ts'
import { markBoilerplate } from './regions.ts'
import { shortText, truncate } from './short-text.ts'
import { titleBlocks } from './title-blocks.ts'
import { type Piece, type WalkedPage, walkPage } from './walk-page.ts'

const TITLE_MAX = 300
const DESCRIPTION_MAX = 1000
const HEADING_MAX = 200
const HEADINGS_MAX = 200
const URL_MAX = 2000
const TEXT_MAX = 20_000
const PROPERTIES_MAX = 40
const PROPERTY_MAX = 500
const OPEN_GRAPH = /^(?:og|article|book|music|product|profile|video):[a-z0-9:_-]{1,60}$/

const BYLINE_DISTANCE = 3
const DATELINE_MAX = 160
/** A day and a year: 3 March 2026, 2026-03-03, 2026年3月3日. */
const DATE = /(?<!\d)(?:[0-3]?\d\D{1,20}(?:19|20)\d\d|(?:19|20)\d\d\D{1,20}[0-3]?\d)(?!\d)/

const PLACE_LABELS: Record<Place, string> = {
  title: 'Page title',
  h1: 'Main heading',
  h2: 'Heading',
  h3: 'Subheading',
  description: 'Description',
  url: 'Address',
  alt: 'Image text',
  anchor: 'Link',
  body: 'Text',
}

/** Takes unbounded time, so run it in a worker. */
export function parsePage({ url, contentType, body }: PageInput): PageResult {
  const decoded = decodePage(body, contentType)
  if (decoded === null) return { kind: 'failure', reason: 'The page is in an encoding that can’t be read.' }
  const page = walkPage(decoded.text, /^application\/xhtml\+xml\b/i.test(contentType ?? ''))
  markBoilerplate(
    page.regions,
    page.pieces.reduce((sum, { text }) => sum + text.length, 0),
  )
  const { metas, pieces } = page
  const refresh = safeUrl(page.refresh, safeUrl(page.base, url) ?? url)
  if (refresh !== null && !isSamePage(refresh, url)) return { kind: 'redirect', url: refresh }
  const lang = shortText(page.lang, 35)
  return {
    title: shortText(page.title, TITLE_MAX),
    metaDescription: shortText(metas.get('description'), DESCRIPTION_MAX),
    canonical: safeUrl(page.canonical, safeUrl(page.base, url) ?? url),
    robots: shortText(metas.get('robots'), HEADING_MAX),
    lang,
    charset: decoded.charset,
    openGraph: openGraphOf(metas),
    jsonLdTypes: typesOf(page.jsonLd),
    headings: headingsOf(page),
    totalHeadings: page.totalHeadings,
    wordCount: page.wordCount,
    text: contentOf(pieces),
    keywords: keywordsOf(page, url, lang),
  }
}

const isSamePage = (one: string, other: string) => one.split('#', 1)[0] === other.split('#', 1)[0]

function safeUrl(href: string | null, base: string): string | null {
  if (href === null || href.length > URL_MAX) return null
  const address = URL.parse(href, base)
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:'
  // As a link, a URL with credentials can deceive people about the host.
  if (!address || !isWeb || address.username !== '' || address.password !== '') return null
  return address.href.length <= URL_MAX ? address.href : null
}

function openGraphOf(metas: Map<string, string>): Record<string, string> {
  const properties = [...metas].flatMap(([name, content]): [string, string][] => {
    const value = OPEN_GRAPH.test(name) ? shortText(content, PROPERTY_MAX) : null
    return value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(properties.slice(0, PROPERTIES_MAX))
}

const headingsOf = ({ headings }: WalkedPage) =>
  headings
    .flatMap(({ level, text }) => {
      const short = shortText(text, HEADING_MAX)
      return short === null ? [] : [{ level, text: short }]
    })
    .slice(0, HEADINGS_MAX)

function contentOf(pieces: Piece[]): string {
  const visible = pieces.filter(({ place }) => place !== 'alt')
  const content = visible.filter(({ region }) => !region?.isBoilerplate)
  let text = ''
  for (const piece of content.length > 0 ? content : visible) {
    if (text.length > TEXT_MAX) break
    text += `${piece.text}\n`
  }
  return truncate(text, TEXT_MAX).trim()
}

function keywordsOf(page: WalkedPage, url: string, language: string | null): PageKeyword[] {
  const { metas, pieces } = page
  const title = shortText(page.title || metas.get('og:title'), TITLE_MAX)
  const head = title === null ? [] : titleBlocks(title, metas.get('og:site_name'), url)
  const description = shortText(metas.get('description') || metas.get('og:description'), DESCRIPTION_MAX)
  if (description !== null) head.push({ text: description, place: 'description', boilerplate: 0 })
  head.push({ text: pathOf(url), place: 'url', boilerplate: 0 })
  const heading = pieces.findIndex(({ place }) => place === 'h1')
  const isAboutConsent = isAboutCookies(`${title}\n${pieces[heading]?.text}`)
  const isConsent = ({ text, region }: Piece) =>
    !isAboutConsent && (asksForConsent(text) || (region?.isOverlay && region.isBoilerplate))
  const body = pieces.flatMap((piece, at) => {
    if (isConsent(piece)) return []
    const isBelowHeading = heading >= 0 && at > heading && at <= heading + BYLINE_DISTANCE
    const isDateline = isBelowHeading && piece.text.length <= DATELINE_MAX && DATE.test(piece.text)
    const { text, place, region } = piece
    return [{ text, place, boilerplate: region?.isBoilerplate || isDateline ? 1 : 0 }]
  })
  return extractKeywords({ language, blocks: [...head, ...body] }).map(({ context, ...keyword }) => ({
    ...keyword,
    context: `${PLACE_LABELS[context.place]}: ${context.snippet}`,
  }))
}

function pathOf(url: string): string {
  const path =
    URL.parse(url)
      ?.pathname.slice(0, URL_MAX)
      .replace(/\.\w{1,5}$/, '') ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
