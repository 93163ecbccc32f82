import type { Token } from 'parse5'
import type { PageHeading } from '#src/analyses/page-reading.ts'
import type { Place } from '#src/analyses/relevance/document.ts'
import { ChunkedTokenizer, flatten } from './chunked-tokenizer.ts'
import { countWords } from './count-words.ts'
import { HEADINGS, INLINE_ELEMENTS, RAW_TEXT_ELEMENTS, SKIPPED_ELEMENTS, VOID_ELEMENTS } from './elements.ts'
import { createOpenElements } from './open-elements.ts'
import { type Region, regionOf } from './regions.ts'
import { toOneLine, truncate } from './short-text.ts'
import { streamedParts } from './streamed-parts.ts'

export type Piece = { text: string; place: Place; region: Region | null }

export type WalkedPage = {
  title: string | null
  lang: string | null
  canonical: string | null
  base: string | null
  /** Where <meta http-equiv="refresh"> sends visitors. */
  refresh: string | null
  metas: Map<string, string>
  jsonLd: string[][]
  jsonLdLength: number
  pieces: Piece[]
  regions: Region[]
  headings: PageHeading[]
  /** The first alternative text in a heading, which stands for it without other text. */
  pictures: Map<PageHeading, string>
  totalHeadings: number
  wordCount: number
}

type Context = {
  place: Place
  region: Region | null
  heading: PageHeading | null
  isLink: boolean
  isVisible: boolean
  isForeign: boolean
  receiveText: ((text: string) => void) | null
}
type Line = { text: string; inLinks: number; endsInLink: boolean }

const OUTERMOST: Context = {
  place: 'body',
  region: null,
  heading: null,
  isLink: false,
  isVisible: true,
  isForeign: false,
  receiveText: null,
}
const FALLBACKS = new Set(['noscript', 'noframes'])
const SKIPPED_WITHOUT_SCRIPTS = SKIPPED_ELEMENTS.difference(FALLBACKS)
/** As React marks the parts of a page that it may send later. */
const STARTS_BOUNDARY = /^\$[?!~]?$/
/** 'Enable JavaScript to use this app' isn't about JavaScript. */
const NOTICE_WORDS_MAX = 50
const LINK_SHARE_MAX = 0.5
const PIECES_MAX = 30_000
/** No real paragraph is longer. Without a limit, a million text fragments would take fifty times their own size. */
const LINE_MAX = 50_000
const FLUSHED_LINE_MAX = 500_000
const REGIONS_MAX = 10_000
const HEADINGS_MAX = 1000
const HEADING_MAX = 1000
const TITLE_MAX = 10_000
const METAS_MAX = 300
const JSON_LD_MAX = 50
const JSON_LD_MAX_CHARACTERS = 500_000
const JSON_LD_CHUNK = 5000
const ALT_MAX = 1000

/**
 * Reads the page in one pass without a tree: in linear time and with memory for text only, for any markup. Without other
 * text, reads <noscript> and <noframes>, as browsers without scripts and frames do.
 */
export function walkPage(html: string, isXml = false): WalkedPage {
  const page = walk(html, SKIPPED_ELEMENTS, isXml)
  if (page.wordCount > 0) return page
  const withoutScripts = walk(html, SKIPPED_WITHOUT_SCRIPTS, isXml)
  return asksForScripts(withoutScripts) ? page : withoutScripts
}

const asksForScripts = ({ wordCount, pieces }: WalkedPage) =>
  wordCount < NOTICE_WORDS_MAX && pieces.some(({ text }) => /javascript/i.test(text))

function walk(html: string, skipped: ReadonlySet<string>, isXml: boolean): WalkedPage {
  const page: WalkedPage = {
    title: null,
    lang: null,
    canonical: null,
    base: null,
    refresh: null,
    metas: new Map(),
    jsonLd: [],
    jsonLdLength: 0,
    pieces: [],
    regions: [],
    headings: [],
    pictures: new Map(),
    totalHeadings: 0,
    wordCount: 0,
  }
  const wordCounter = countWords()
  let line: Line = { text: '', inLinks: 0, endsInLink: false }
  const { templates, boundaries } = streamedParts(html)
  const marks = new Set(templates.values())
  const places = new Map<string, Context>()
  let depth = 0
  /** The number of open boundaries around a placeholder's loading message. */
  let replaced: number | null = null

  const flush = (context: Context) => {
    if (line.text === '') return
    addPiece(line, context, page, wordCounter.add)
    line = { text: '', inLinks: 0, endsInLink: false }
  }
  const elements = createOpenElements(OUTERMOST, (isBlock) => isBlock && flush(elements.content()))

  const open = (tag: Token.TagToken) => {
    const { tagName: name } = tag
    const isBlock = !INLINE_ELEMENTS.has(name)
    elements.closeImplied(name, isBlock)
    const outer = elements.content()
    // Adjacent links are list items, unlike a link within a sentence.
    if (isBlock || (name === 'a' && line.endsInLink)) flush(outer)
    const id = templates.size === 0 ? null : attribute(tag, 'id')
    const place = places.get(templates.get(id ?? '') ?? '')
    if (place) replaced = null
    const inner =
      place ?? contextOf(tag, replaced === null ? outer : { ...outer, isVisible: false }, page, skipped)
    if (id !== null && name === 'template' && marks.has(id) && replaced === null) {
      places.set(id, outer)
      if (boundaries.has(id) && depth > 0) replaced = depth
    }
    if (VOID_ELEMENTS.has(name) || (tag.selfClosing && (isXml || inner.isForeign))) return
    elements.open(name, inner, isBlock)
    const raw = inner.isForeign ? undefined : RAW_TEXT_ELEMENTS.get(name)
    if (FALLBACKS.has(name) && !skipped.has(name)) return
    if (raw !== undefined) tokenizer.state = raw
  }
  const readText = ({ chars: text }: Token.CharacterToken) => {
    const { isVisible, isLink, receiveText } = elements.content()
    receiveText?.(text)
    if (!isVisible || replaced !== null) return
    line.text += tokenizer.isFlushing ? flatten(text) : text
    if (isLink) line.inLinks += text.length
    if (/\S/.test(text)) line.endsInLink = isLink
    if (line.text.length > (tokenizer.isFlushing ? FLUSHED_LINE_MAX : LINE_MAX)) flush(elements.content())
  }
  const readBoundary = ({ data }: Token.CommentToken) => {
    if (STARTS_BOUNDARY.test(data)) depth++
    else if (data === '/$') {
      if (replaced === depth) replaced = null
      depth--
    }
  }
  const ignore = () => undefined
  const tokenizer = new ChunkedTokenizer({
    onStartTag: open,
    onEndTag: ({ tagName }) => elements.close(tagName),
    onCharacter: readText,
    onWhitespaceCharacter: readText,
    onNullCharacter: ignore,
    onComment: readBoundary,
    onDoctype: ignore,
    onEof: ignore,
  })
  tokenizer.read(html)
  flush(elements.content())
  for (const [heading, text] of page.pictures) heading.text ||= text
  page.wordCount = wordCounter.total()
  return page
}

const attribute = ({ attrs }: Token.TagToken, name: string) =>
  attrs.find((attribute) => attribute.name === name)?.value ?? null

function contextOf(
  tag: Token.TagToken,
  context: Context,
  page: WalkedPage,
  skipped: ReadonlySet<string>,
): Context {
  const { tagName: name } = tag
  if (!context.isVisible) return context
  if (name === 'html') page.lang ??= attribute(tag, 'lang') ?? attribute(tag, 'xml:lang')
  else if (name === 'meta') readMeta(tag, page)
  else if (name === 'link') readCanonical(tag, page)
  else if (name === 'base') page.base ??= attribute(tag, 'href')
  else if (name === 'img' || name === 'amp-img') addAlt(tag, context, page)

  if ((skipped.has(name) && !isShadowRoot(tag)) || isHidden(tag)) {
    const isForeign = name === 'svg' || name === 'math'
    return { ...context, isVisible: false, isForeign, receiveText: receiverOf(tag, page) }
  }
  const region = page.regions.length < REGIONS_MAX ? regionOf(tag, context.region) : context.region
  if (region !== null && region !== context.region) page.regions.push(region)
  const heading = HEADINGS.get(name)
  if (heading !== undefined) {
    const newHeading = { level: heading.level, text: '' }
    if (page.totalHeadings++ < HEADINGS_MAX) page.headings.push(newHeading)
    return { ...context, region, place: heading.place, heading: newHeading }
  }
  const isLink = context.isLink || name === 'a'
  return region === context.region && isLink === context.isLink ? context : { ...context, region, isLink }
}

/** Later ones reload a page that people read. */
const REFRESH_SECONDS_MAX = 10
const REFRESH_SECONDS = /^\d{1,6}(?=[.\s;,]|$)/
const REFRESH_URL = /^url\s*=\s*/i

/** '0; url=/new', '3 https://example.com' and other forms that browsers accept. */
function readRefresh(tag: Token.TagToken, page: WalkedPage): void {
  if (attribute(tag, 'http-equiv')?.trim().toLowerCase() !== 'refresh') return
  const content = attribute(tag, 'content')?.slice(0, ALT_MAX).trim() ?? ''
  const [seconds] = REFRESH_SECONDS.exec(content) ?? []
  if (seconds === undefined || Number(seconds) > REFRESH_SECONDS_MAX) return
  const url = content.replace(/^[\d.\s;,]+/, '').replace(REFRESH_URL, '')
  const [quote] = /^["']/.exec(url) ?? []
  page.refresh ??= (quote ? url.slice(1).split(quote, 1)[0]?.trim() : url) || null
}

function readMeta(tag: Token.TagToken, page: WalkedPage): void {
  readRefresh(tag, page)
  const { metas } = page
  const name = (attribute(tag, 'property') ?? attribute(tag, 'name'))?.trim().toLowerCase()
  const content = attribute(tag, 'content')
  if (!name || content === null || metas.size >= METAS_MAX) return
  const former = metas.get(name)
  // Search engines combine these, unlike others.
  if (name === 'robots' && former !== undefined && former.length < ALT_MAX)
    metas.set(name, `${former}, ${content}`)
  else if (former === undefined) metas.set(name, content)
}

function readCanonical(tag: Token.TagToken, page: WalkedPage): void {
  const isCanonical = attribute(tag, 'rel')?.toLowerCase().split(/\s+/).includes('canonical')
  if (isCanonical) page.canonical ??= attribute(tag, 'href')
}

function addAlt(tag: Token.TagToken, { region, heading }: Context, { pieces, pictures }: WalkedPage): void {
  const text = toOneLine(truncate(attribute(tag, 'alt') ?? '', ALT_MAX))
  if (heading !== null && text !== '') pictures.set(heading, pictures.get(heading) ?? text)
  if (text !== '' && pieces.length < PIECES_MAX) pieces.push({ text, place: 'alt', region })
}

function receiverOf(tag: Token.TagToken, page: WalkedPage): Context['receiveText'] {
  if (tag.tagName === 'title' && page.title === null) {
    let title = ''
    page.title = title
    return (text) => {
      if (title.length > TITLE_MAX) return
      title += title === '' ? text.trimStart() : text
      page.title = title
    }
  }
  if (tag.tagName !== 'script') return null
  if (attribute(tag, 'type')?.split(';')[0]?.trim().toLowerCase() !== 'application/ld+json') return null
  if (page.jsonLd.length >= JSON_LD_MAX) return null
  const parts = ['']
  page.jsonLd.push(parts)
  return (text) => {
    page.jsonLdLength += text.length
    if (page.jsonLdLength > JSON_LD_MAX_CHARACTERS) return
    const part = (parts.pop() ?? '') + text
    if (part.length < JSON_LD_CHUNK) parts.push(part)
    else parts.push(flatten(part), '')
  }
}

/** Browsers show it in its host. */
const isShadowRoot = (tag: Token.TagToken) =>
  tag.tagName === 'template' && /^(?:open|closed)$/i.test(attribute(tag, 'shadowrootmode') ?? '')

function isHidden(tag: Token.TagToken): boolean {
  if (tag.tagName === 'dialog') return attribute(tag, 'open') === null
  return tag.attrs.some(
    ({ name, value }) =>
      // 'until-found' is found by searches in the page, and by search engines.
      (name === 'hidden' && value.toLowerCase() !== 'until-found') ||
      (name === 'layout' && value === 'nodisplay') ||
      (name === 'style' && /\b(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(value)),
  )
}

function addPiece(
  line: Line,
  { place, region, heading }: Context,
  page: WalkedPage,
  countWordsIn: (text: string) => void,
): void {
  const text = toOneLine(line.text)
  if (text === '') return
  countWordsIn(text)
  if (region !== null) region.letters += text.length
  if (heading !== null && heading.text.length < HEADING_MAX) heading.text += ` ${text}`
  if (page.pieces.length >= PIECES_MAX) return
  const isList = place === 'body' && line.inLinks > text.length * LINK_SHARE_MAX
  page.pieces.push({ text, place: isList ? 'anchor' : place, region })
}
