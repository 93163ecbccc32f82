import { HTMLElement, type Node, parse, TextNode } from 'node-html-parser'
import type { Place } from '#src/analyses/relevance/document.ts'
import { type Region, regionOf } from './regions.ts'
import { onOneLine } from './tidy.ts'

/** A piece of text that can be seen, such as a paragraph or a cell of a table. */
export type Piece = { text: string; place: Place; region: Region | null }

export type Heading = { level: 1 | 2 | 3 | 4 | 5 | 6; text: string }

/** What a page's markup holds, in the order in which it is read. Texts as the page has them, entities decoded. */
export type Seen = {
  title: string | null
  lang: string | null
  canonical: string | null
  /** By lower-case name or property; the first of each. */
  metas: Map<string, string>
  pieces: Piece[]
  regions: Region[]
  headings: Heading[]
}

type Context = {
  place: Place
  region: Region | null
  heading: Heading | null
  isLink: boolean
}
type Frame = { element: HTMLElement; next: number; context: Context; isBlock: boolean }
type Run = { text: string; isLink: boolean }

const HEADINGS = new Map<string, { level: Heading['level']; place: Place }>([
  ['h1', { level: 1, place: 'h1' }],
  ['h2', { level: 2, place: 'h2' }],
  ['h3', { level: 3, place: 'h3' }],
  ['h4', { level: 4, place: 'body' }],
  ['h5', { level: 5, place: 'body' }],
  ['h6', { level: 6, place: 'body' }],
])
/** Elements with which a line goes on. */
const INLINE = new Set(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd mark nobr picture q ruby s samp small source
  span strike strong sub sup time tt u var wbr`.split(/\s+/),
)
/** Elements whose content is nothing to read, or is read only where something else fails. */
const UNREAD = new Set(
  `audio canvas datalist embed frameset iframe math noembed noframes noscript object rp rt script style svg template
  textarea video xmp`.split(/\s+/),
)
/** More than this share of a piece in links, and it is a list of them. */
const MOST_IN_LINKS = 0.5
const LONGEST_HEADING = 1000
const LONGEST_TITLE = 10_000
const MOST_METAS = 300

/** Reads markup without raw text (markup.ts). The walk keeps its own stack, so that no depth is too deep for it. */
export function walkPage(html: string): Seen {
  const seen: Seen = {
    title: null,
    lang: null,
    canonical: null,
    metas: new Map(),
    pieces: [],
    regions: [],
    headings: [],
  }
  let runs: Run[] = []
  const flush = (context: Context) => {
    const piece = pieceOf(runs, context)
    runs = []
    if (piece !== null) note(piece, context, seen)
  }

  const root = parse(html, { blockTextElements: {}, parseNoneClosedTags: true })
  const context: Context = { place: 'body', region: null, heading: null, isLink: false }
  const open: Frame[] = [{ element: root, next: 0, context, isBlock: true }]
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    const { element, context } = frame
    const child = element.childNodes[frame.next++]
    if (child instanceof TextNode) runs.push({ text: child.text, isLink: context.isLink })
    else if (child instanceof HTMLElement) {
      const isBlock = !INLINE.has(child.rawTagName)
      // Links that touch are entries of a list; a link in a sentence is a part of it.
      if (isBlock || (child.rawTagName === 'a' && endsInLink(runs))) flush(context)
      const inner = enter(child, context, seen)
      if (inner !== null) open.push({ element: child, next: 0, context: inner, isBlock })
    } else if (child === undefined) {
      if (frame.isBlock) flush(context)
      open.pop()
    }
  }
  return seen
}

/** Notes what an element tells. Answers how its content is to be read, null when it is not. */
function enter(element: HTMLElement, context: Context, seen: Seen): Context | null {
  const { rawTagName: name, rawAttrs: attributes } = element
  if (name === 'meta') noteMeta(element, seen)
  else if (name === 'link') {
    const rel = element.getAttribute('rel')?.toLowerCase().split(/\s+/)
    if (rel?.includes('canonical')) seen.canonical ??= element.getAttribute('href') ?? null
  } else if (name === 'title') seen.title ??= textOf(element)
  else if (name === 'img') {
    const text = onOneLine(element.getAttribute('alt') ?? '')
    if (text !== '') seen.pieces.push({ text, place: 'alt', region: context.region })
  }
  if (name === 'html') seen.lang ??= element.getAttribute('lang') ?? element.getAttribute('xml:lang') ?? null
  if (name === 'title' || UNREAD.has(name) || isHidden(element)) return null

  const region = regionOf(name, attributes, context.region)
  if (region !== null && region !== context.region) seen.regions.push(region)
  const { level, place } = HEADINGS.get(name) ?? {}
  if (level !== undefined && place !== undefined) {
    const heading = { level, text: '' }
    seen.headings.push(heading)
    return { ...context, region, place, heading }
  }
  const isLink = context.isLink || name === 'a'
  return region === context.region && isLink === context.isLink ? context : { ...context, region, isLink }
}

function noteMeta(element: HTMLElement, { metas }: Seen): void {
  const name = (element.getAttribute('property') ?? element.getAttribute('name'))?.trim().toLowerCase()
  const content = element.getAttribute('content')
  if (!name || content === undefined || metas.has(name) || metas.size >= MOST_METAS) return
  metas.set(name, content)
}

function isHidden(element: HTMLElement): boolean {
  const { rawTagName: name, rawAttrs: attributes } = element
  if (name === 'dialog' && !element.hasAttribute('open')) return true
  if (!/hidden|none/i.test(attributes)) return false
  const style = element.getAttribute('style') ?? ''
  return element.hasAttribute('hidden') || /\b(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)
}

function textOf(element: HTMLElement): string {
  const left: Node[] = [element]
  let text = ''
  for (let node = left.pop(); node !== undefined && text.length < LONGEST_TITLE; node = left.pop()) {
    if (node instanceof TextNode) text += node.text
    else for (const child of node.childNodes.toReversed()) left.push(child)
  }
  return text
}

function endsInLink(runs: Run[]): boolean {
  const last = runs.findLast(({ text }) => text.trim() !== '')
  return last?.isLink ?? false
}

function pieceOf(runs: Run[], { place, region }: Context): Piece | null {
  if (runs.length === 0) return null
  const text = onOneLine(runs.map((run) => run.text).join(''))
  if (text === '') return null
  if (place !== 'body') return { text, place, region }
  let inLinks = 0
  for (const run of runs) if (run.isLink) inLinks += run.text.length
  return { text, place: inLinks > text.length * MOST_IN_LINKS ? 'anchor' : 'body', region }
}

function note(piece: Piece, { region, heading }: Context, { pieces }: Seen): void {
  pieces.push(piece)
  if (region !== null) region.letters += piece.text.length
  if (heading !== null && heading.text.length < LONGEST_HEADING) heading.text += ` ${piece.text}`
}
