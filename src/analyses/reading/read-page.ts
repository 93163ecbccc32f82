import type { PageFailure, PageInput, PageKeyword, PageReading } from '#src/analyses/page-reading.ts'
import type { Place } from '#src/analyses/relevance/document.ts'
import { extractKeywords } from '#src/analyses/relevance/keywords.ts'
import { decodePage } from './decode.ts'
import { typesOf } from './json-ld.ts'
import { judgeRegions } from './regions.ts'
import { beginningOf, shortText } from './tidy.ts'
import { titleBlocks } from './title.ts'
import { type Piece, type Seen, walkPage } from './walk.ts'

const LONGEST_TITLE = 300
const LONGEST_DESCRIPTION = 1000
const LONGEST_HEADING = 200
const MOST_HEADINGS = 200
const LONGEST_ADDRESS = 2000
const LONGEST_TEXT = 20_000
const MOST_PROPERTIES = 40
const LONGEST_PROPERTY = 500
/** The namespaces of the Open Graph protocol. */
const OPEN_GRAPH = /^(?:og|article|book|music|product|profile|video):[a-z0-9:_-]{1,60}$/

/** Who wrote it and when, which pages say so near their main heading, and not in their metadata. */
const BELOW_HEADING = 3
const LONGEST_DATELINE = 160
/** A year beside a day: 3 March 2026, 2026-03-03, 2026年3月3日. */
const DATE = /(?<!\d)(?:[0-3]?\d\D{1,20}(?:19|20)\d\d|(?:19|20)\d\d\D{1,20}[0-3]?\d)(?!\d)/

const PLACE_NAMES: Record<Place, string> = {
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

/** Reads a page to its end, however long that takes. */
export function readPage({ url, contentType, body }: PageInput): PageReading | PageFailure {
  const decoded = decodePage(body, contentType)
  if (decoded === null) return { kind: 'failure', reason: 'The page is in an encoding that can’t be read.' }
  const seen = walkPage(decoded.text)
  judgeRegions(
    seen.regions,
    seen.pieces.reduce((sum, { text }) => sum + text.length, 0),
  )
  const { metas, pieces } = seen
  const lang = shortText(seen.lang, 35)
  return {
    title: shortText(seen.title, LONGEST_TITLE),
    metaDescription: shortText(metas.get('description'), LONGEST_DESCRIPTION),
    canonical: addressIn(seen.canonical, url),
    robots: shortText(metas.get('robots'), LONGEST_HEADING),
    lang,
    charset: decoded.charset,
    openGraph: openGraphOf(metas),
    jsonLdTypes: typesOf(seen.jsonLd),
    headings: headingsOf(seen),
    totalHeadings: seen.totalHeadings,
    wordCount: seen.wordCount,
    text: contentOf(pieces),
    keywords: keywordsOf(seen, url, lang),
  }
}

function addressIn(href: string | null, base: string): string | null {
  if (href === null || href.length > LONGEST_ADDRESS) return null
  const address = URL.parse(href, base)
  const isWeb = address?.protocol === 'https:' || address?.protocol === 'http:'
  // With a name or a password in it it would be a trap in a link, and nothing that a page says of itself.
  if (!address || !isWeb || address.username !== '' || address.password !== '') return null
  return address.href.length <= LONGEST_ADDRESS ? address.href : null
}

function openGraphOf(metas: Map<string, string>): Record<string, string> {
  const properties = [...metas].flatMap(([name, content]): [string, string][] => {
    const value = OPEN_GRAPH.test(name) ? shortText(content, LONGEST_PROPERTY) : null
    return value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(properties.slice(0, MOST_PROPERTIES))
}

const headingsOf = ({ headings }: Seen) =>
  headings
    .flatMap(({ level, text }) => {
      const short = shortText(text, LONGEST_HEADING)
      return short === null ? [] : [{ level, text: short }]
    })
    .slice(0, MOST_HEADINGS)

/** What the page itself says, or all there is when that is nothing. */
function contentOf(pieces: Piece[]): string {
  const visible = pieces.filter(({ place }) => place !== 'alt')
  const content = visible.filter(({ region }) => !region?.isBoilerplate)
  let text = ''
  for (const piece of content.length > 0 ? content : visible) {
    if (text.length > LONGEST_TEXT) break
    text += `${piece.text}\n`
  }
  return beginningOf(text, LONGEST_TEXT).trim()
}

function keywordsOf(seen: Seen, url: string, language: string | null): PageKeyword[] {
  const { metas, pieces } = seen
  const title = shortText(seen.title || metas.get('og:title'), LONGEST_TITLE)
  const head = title === null ? [] : titleBlocks(title, metas.get('og:site_name'), url)
  const description = shortText(metas.get('description') || metas.get('og:description'), LONGEST_DESCRIPTION)
  if (description !== null) head.push({ text: description, place: 'description', boilerplate: 0 })
  head.push({ text: pathOf(url), place: 'url', boilerplate: 0 })
  const heading = pieces.findIndex(({ place }) => place === 'h1')
  const body = pieces.map((piece, at) => {
    const isBelowHeading = heading >= 0 && at > heading && at <= heading + BELOW_HEADING
    const isDateline = isBelowHeading && piece.text.length <= LONGEST_DATELINE && DATE.test(piece.text)
    const { text, place, region } = piece
    return { text, place, boilerplate: region?.isBoilerplate || isDateline ? 1 : 0 }
  })
  return extractKeywords({ language, blocks: [...head, ...body] }).map(({ context, ...keyword }) => ({
    ...keyword,
    context: `${PLACE_NAMES[context.place]}: ${context.snippet}`,
  }))
}

/** The words of an address: not its host, which names the site and not the page. */
function pathOf(url: string): string {
  const path =
    URL.parse(url)
      ?.pathname.slice(0, LONGEST_ADDRESS)
      .replace(/\.\w{1,5}$/, '') ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    // Addresses may have escapes in other encodings, or none but a percent sign.
    return path
  }
}
