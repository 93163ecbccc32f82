import * as z from 'zod/mini'
import { POST_LIMITS } from '#domain/posts.ts'
import { parseJson } from '#src/lib/parse-json.ts'
import { type Budget, createBudget, spend } from '#src/posts/text/budget.ts'
import { htmlToText } from './convert-html.ts'
import type { Notes } from './html-blocks.ts'

/** Blocks that several posts share, by id; `reason`: why readers of the source didn't see it. */
export type SharedBlock = { html: string; reason: string | null }

type Block = { name: string; isEnd: boolean; given: Attributes }
type Attributes = Record<string, unknown>
const Attributes = z.record(z.string(), z.unknown())

type Expansion = {
  shared: ReadonlyMap<string, SharedBlock>
  notes: Notes
  budget: Budget
  /** Ids of the blocks around. */
  around: readonly string[]
  data: Map<string, string[]>
}

/** Puts shared blocks in place, and notes text that stands only in the comments of blocks. */
export function expandBlocks(
  html: string,
  shared: ReadonlyMap<string, SharedBlock>,
  notes: Notes,
): { html: string; isHidden: boolean } {
  if (!html.includes('<!--')) return { html, isHidden: false }
  const data = new Map<string, string[]>()
  const expansion = { shared, notes, budget: createBudget(POST_LIMITS.content), around: [], data }
  const pieces = piecesIn(html, expansion)
  const shown = pieces.filter(({ kind }) => kind === 'shown').map(({ html }) => html)
  if (data.size > 0) noteData(data, new Set(wordsIn(shown.join(' '))), notes)
  return {
    html: pieces.map(({ html }) => html).join(''),
    isHidden: pieces.some(({ kind }) => kind === 'hidden'),
  }
}

/** `hidden` stands for a block that readers of the source didn't see. */
type Piece = { html: string; kind: 'shown' | 'comment' | 'hidden' }

function piecesIn(html: string, expansion: Expansion): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  let language = ''
  while (true) {
    const start = html.indexOf('<!--', at)
    const end = start === -1 ? -1 : html.indexOf('-->', start + 4)
    if (end === -1) break
    pieces.push({ html: withLanguage(html.slice(at, start), language), kind: 'shown' })
    at = end + 3
    const block = blockIn(html.slice(start + 4, end))
    language = Language.safeParse(block?.given).data?.language ?? ''
    if (block) pieces.push(...blockPieces(block, expansion))
    // Other comments, such as those of captions, don't matter to the parser.
    pieces.push({ html: html.slice(start, at), kind: 'comment' })
  }
  pieces.push({ html: html.slice(at), kind: 'shown' })
  return pieces
}

const Language = z.object({ language: z.string().check(z.regex(/^[\w+#.-]{1,40}$/)) })

/** Some highlighters write the language in the comment only. */
const withLanguage = (html: string, language: string) =>
  language === '' ? html : html.replace(/<pre\b/, `<pre data-language="${language}"`)

function blockIn(comment: string): Block | null {
  const [found, slash = '', name = ''] =
    /^\s{0,20}(\/?)wp:([a-z0-9/_-]{1,120})(?=[\s/]|$)/.exec(comment) ?? []
  if (found === undefined) return null
  const rest = comment.slice(found.length).trim().replace(/\/$/, '')
  return { name, isEnd: slash !== '', given: rest.startsWith('{') ? attributesIn(rest) : {} }
}

function attributesIn(json: string): Attributes {
  const parsed = parseJson(json)
  return parsed === undefined ? { text: json } : (Attributes.safeParse(parsed).data ?? {})
}

const Visibility = z.object({
  metadata: z.union([
    z.object({ blockVisibility: z.literal(false) }),
    z.object({ blockVisibility: z.object({ viewport: z.unknown() }) }),
  ]),
})
const HiddenByPlugin = z.object({ blockVisibility: z.object({ hideBlock: z.literal(true) }) })

function blockPieces({ name, isEnd, given }: Block, expansion: Expansion): Piece[] {
  if (isEnd) return []
  const isHidden = Visibility.safeParse(given).success || HiddenByPlugin.safeParse(given).success
  const texts = textsIn(given, 0)
  if (texts.length > 0) {
    const known = expansion.data.get(name) ?? []
    known.push(...texts)
    expansion.data.set(name, known)
  }
  const html = name === 'block' || name === 'core/block' ? sharedHtml(String(given.ref ?? ''), expansion) : []
  return isHidden ? [{ html: '', kind: 'hidden' }, ...html] : html
}

function sharedHtml(id: string, expansion: Expansion): Piece[] {
  const { shared, notes, budget, around } = expansion
  const block = shared.get(id)
  const reason = !block
    ? 'it is not in the export'
    : around.includes(id)
      ? 'it contains itself'
      : (block.reason ?? (spend(budget, block.html.length + 1) ? null : 'the post would become too long'))
  if (block && reason === null) return piecesIn(block.html, { ...expansion, around: [...around, id] })
  notes.add(
    `Shared block ${id} left out: ${reason}${block && !around.includes(id) ? `: ${htmlToText(block.html)}` : ''}`,
  )
  return []
}

/** Attributes of blocks that hold no text. */
const TECHNICAL =
  /^_|^(?:name|mode|ref|id|blockId|uniqueId|unique_id|layout|style|lock|metadata|slug|theme|format|language|tagName|rel|kind|service)$|^provider|type|class|colou?r|gradient|align|size|width|height|anchor|icon|font|spacing|border|padding|margin|position|target|destination|unit|breakpoint/i

const DEPTH_MAX = 20

/** As 'key: text'. */
function textsIn(value: unknown, depth: number, key = ''): string[] {
  if (typeof value === 'string') return /\p{L}/u.test(value) ? [key === '' ? value : `${key}: ${value}`] : []
  if (value === null || typeof value !== 'object' || depth > DEPTH_MAX) return []
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, depth + 1, key))
  return Object.entries(value).flatMap(([name, one]) =>
    TECHNICAL.test(name) ? [] : textsIn(one, depth + 1, name),
  )
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function noteData(data: ReadonlyMap<string, string[]>, shown: ReadonlySet<string>, notes: Notes): void {
  for (const [name, texts] of data) {
    const others = texts.filter((text) =>
      wordsIn(text.replace(/^\w+: /, '').replace(/<[^<>]*>/g, ' ')).some((word) => !shown.has(word)),
    )
    if (others.length > 0) notes.add(`Data of the block ${name} left out: ${others.join('; ')}`)
  }
}

const Footnotes = z.array(z.object({ id: z.coerce.string(), content: z.catch(z.string(), '') }))

/** WordPress keeps the texts of footnotes apart from the post. */
export function footnotesIn(json: string, notes: Notes): { id: string; content: string }[] {
  if (json.trim() === '') return []
  const { data } = Footnotes.safeParse(parseJson(json))
  if (!data) notes.add(`Unreadable footnotes left out: ${json}`)
  return data ?? []
}
