import type { Token } from 'parse5'
import type { PageHeading } from '#src/analyses/page-reading.ts'
import type { Place } from '#src/analyses/relevance/document.ts'
import { HEADINGS, INLINE, RAW, UNREAD, VOID } from './elements.ts'
import { createOpenElements } from './open-elements.ts'
import { type Region, regionOf } from './regions.ts'
import { beginningOf, onOneLine } from './tidy.ts'
import { join, PieceByPiece } from './tokens.ts'
import { countWords } from './words.ts'

/** A piece of text that can be seen, such as a paragraph or a cell of a table. */
export type Piece = { text: string; place: Place; region: Region | null }

/** What a page's markup holds, in the order in which it is read. The number of everything is bounded, the length of texts is not. */
export type Seen = {
  title: string | null
  lang: string | null
  canonical: string | null
  /** By lower-case name or property; the first of each. */
  metas: Map<string, string>
  /** In parts that belong together. */
  jsonLd: string[][]
  jsonLdLength: number
  pieces: Piece[]
  regions: Region[]
  headings: PageHeading[]
  totalHeadings: number
  wordCount: number
}

/** How an element's content is read. `take` has its text where that is none of the page's. */
type Context = {
  place: Place
  region: Region | null
  heading: PageHeading | null
  isLink: boolean
  isRead: boolean
  isForeign: boolean
  take: ((text: string) => void) | null
}
/** Text that has been read since the last piece, and how much of it stands in links. */
type Line = { text: string; inLinks: number; endsInLink: boolean }

const OUTERMOST: Context = {
  place: 'body',
  region: null,
  heading: null,
  isLink: false,
  isRead: true,
  isForeign: false,
  take: null,
}
/** More than this share of a piece in links, and it is a list of them. */
const MOST_IN_LINKS = 0.5
/** As many as words that are looked at. */
const MOST_PIECES = 30_000
/** No paragraph is longer, and a text of a million little parts takes fifty times its own memory. */
const LONGEST_LINE = 50_000
const LONGEST_UNCUT = 500_000
const MOST_REGIONS = 10_000
const MOST_HEADINGS = 1000
const LONGEST_HEADING = 1000
const LONGEST_TITLE = 10_000
const MOST_METAS = 300
const MOST_JSON_LD = 50
/** All of a page's together, and the parts of it. */
const LONGEST_JSON_LD = 500_000
const PART_OF_JSON_LD = 5000
const LONGEST_ALT = 1000

/**
 * Reads markup in one pass, token by token, as HTML's own rules tell tags, scripts and entities apart. There is no tree: time
 * grows with the page's length alone and memory with its text, however deep it is nested or badly it is closed.
 */
export function walkPage(html: string): Seen {
  const seen: Seen = {
    title: null,
    lang: null,
    canonical: null,
    metas: new Map(),
    jsonLd: [],
    jsonLdLength: 0,
    pieces: [],
    regions: [],
    headings: [],
    totalHeadings: 0,
    wordCount: 0,
  }
  const words = countWords()
  let line: Line = { text: '', inLinks: 0, endsInLink: false }

  const flush = (context: Context) => {
    if (line.text === '') return
    notePiece(line, context, seen, words.add)
    line = { text: '', inLinks: 0, endsInLink: false }
  }
  const elements = createOpenElements(OUTERMOST, (isBlock) => isBlock && flush(elements.content()))

  const open = (tag: Token.TagToken) => {
    const { tagName: name } = tag
    const isBlock = !INLINE.has(name)
    elements.makeWay(name, isBlock)
    const outer = elements.content()
    // Links that touch are entries of a list; a link in a sentence is a part of it.
    if (isBlock || (name === 'a' && line.endsInLink)) flush(outer)
    const inner = contextIn(tag, outer, seen)
    if (VOID.has(name) || (tag.selfClosing && inner.isForeign)) return
    elements.open(name, inner, isBlock)
    const raw = inner.isForeign ? undefined : RAW.get(name)
    if (raw !== undefined) tokenizer.state = raw
  }
  const read = ({ chars: text }: Token.CharacterToken) => {
    const { isRead, isLink, take } = elements.content()
    take?.(text)
    if (!isRead) return
    line.text += tokenizer.isCutting ? join(text) : text
    if (isLink) line.inLinks += text.length
    if (/\S/.test(text)) line.endsInLink = isLink
    // Where a piece of the page ends, a word may go on.
    if (line.text.length > (tokenizer.isCutting ? LONGEST_UNCUT : LONGEST_LINE)) flush(elements.content())
  }
  const pass = () => undefined
  const tokenizer = new PieceByPiece({
    onStartTag: open,
    onEndTag: ({ tagName }) => elements.close(tagName),
    onCharacter: read,
    onWhitespaceCharacter: read,
    onNullCharacter: pass,
    onComment: pass,
    onDoctype: pass,
    onEof: pass,
  })
  tokenizer.read(html)
  flush(elements.content())
  seen.wordCount = words.total()
  return seen
}

const attribute = ({ attrs }: Token.TagToken, name: string) =>
  attrs.find((attribute) => attribute.name === name)?.value ?? null

/** How the content of an element is to be read; what the element itself tells is noted. */
function contextIn(tag: Token.TagToken, context: Context, seen: Seen): Context {
  const { tagName: name } = tag
  if (!context.isRead) return context
  if (name === 'html') seen.lang ??= attribute(tag, 'lang') ?? attribute(tag, 'xml:lang')
  else if (name === 'meta') noteMeta(tag, seen)
  else if (name === 'link') noteLink(tag, seen)
  else if (name === 'img') noteAlt(tag, context, seen)

  if (UNREAD.has(name) || isHidden(tag)) {
    const isForeign = name === 'svg' || name === 'math'
    return { ...context, isRead: false, isForeign, take: takerOf(tag, seen) }
  }
  const region = seen.regions.length < MOST_REGIONS ? regionOf(tag, context.region) : context.region
  if (region !== null && region !== context.region) seen.regions.push(region)
  const heading = HEADINGS.get(name)
  if (heading !== undefined) {
    const noted = { level: heading.level, text: '' }
    if (seen.totalHeadings++ < MOST_HEADINGS) seen.headings.push(noted)
    return { ...context, region, place: heading.place, heading: noted }
  }
  const isLink = context.isLink || name === 'a'
  return region === context.region && isLink === context.isLink ? context : { ...context, region, isLink }
}

function noteMeta(tag: Token.TagToken, { metas }: Seen): void {
  const name = (attribute(tag, 'property') ?? attribute(tag, 'name'))?.trim().toLowerCase()
  const content = attribute(tag, 'content')
  if (!name || content === null || metas.has(name) || metas.size >= MOST_METAS) return
  metas.set(name, content)
}

function noteLink(tag: Token.TagToken, seen: Seen): void {
  const isCanonical = attribute(tag, 'rel')?.toLowerCase().split(/\s+/).includes('canonical')
  if (isCanonical) seen.canonical ??= attribute(tag, 'href')
}

function noteAlt(tag: Token.TagToken, { region }: Context, { pieces }: Seen): void {
  const text = onOneLine(beginningOf(attribute(tag, 'alt') ?? '', LONGEST_ALT))
  if (text !== '' && pieces.length < MOST_PIECES) pieces.push({ text, place: 'alt', region })
}

/** The first title and the structured data are kept from what is not read. */
function takerOf(tag: Token.TagToken, seen: Seen): Context['take'] {
  if (tag.tagName === 'title' && seen.title === null) {
    let title = ''
    seen.title = title
    return (text) => {
      if (title.length > LONGEST_TITLE) return
      title += title === '' ? text.trimStart() : text
      seen.title = title
    }
  }
  if (tag.tagName !== 'script') return null
  if (attribute(tag, 'type')?.trim().toLowerCase() !== 'application/ld+json') return null
  if (seen.jsonLd.length >= MOST_JSON_LD) return null
  const parts = ['']
  seen.jsonLd.push(parts)
  return (text) => {
    seen.jsonLdLength += text.length
    if (seen.jsonLdLength > LONGEST_JSON_LD) return
    const part = (parts.pop() ?? '') + text
    if (part.length < PART_OF_JSON_LD) parts.push(part)
    else parts.push(join(part), '')
  }
}

function isHidden(tag: Token.TagToken): boolean {
  if (tag.tagName === 'dialog') return attribute(tag, 'open') === null
  return tag.attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      (name === 'style' && /\b(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(value)),
  )
}

function notePiece(
  line: Line,
  { place, region, heading }: Context,
  seen: Seen,
  countIn: (text: string) => void,
): void {
  const text = onOneLine(line.text)
  if (text === '') return
  countIn(text)
  if (region !== null) region.letters += text.length
  if (heading !== null && heading.text.length < LONGEST_HEADING) heading.text += ` ${text}`
  if (seen.pieces.length >= MOST_PIECES) return
  const isList = place === 'body' && line.inLinks > text.length * MOST_IN_LINKS
  seen.pieces.push({ text, place: isList ? 'anchor' : place, region })
}
