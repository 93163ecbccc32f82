import { type Block, flatLeaves, type Leaf, type Mark } from './document.ts'
import { type Media, mediaLeaf, mediaOf } from './html-media.ts'
import { type ImageSource, NO_IMAGES } from './image-source.ts'
import { insertTargets, targetName } from './link-targets.ts'
import { isSamePicture, NOTE_BRACKET } from './marks.ts'
import {
  attribute,
  elementsIn,
  type HtmlElement,
  type HtmlNode,
  isElement,
  isText,
  textOf,
} from './parse-html.ts'

/** Messages about lost or changed content. */
export type Notes = Set<string>

export type HtmlOptions = {
  /** In WordPress's older editor, line ends are breaks. */
  breaksLines?: boolean
  images?: ImageSource
  footnotes?: Footnotes
  /** In Markdown they are captions; in HTML, programs wrote them. */
  keepsTitles?: boolean
}

type Context = Required<HtmlOptions> & {
  marks: readonly Mark[]
  isCode: boolean
  isHiddenByScripts: boolean
  notes: Notes
  pictures: Set<string>
}

/** Labels by the ids of WordPress's footnotes; `used` gets those that the text refers to. */
type Footnotes = { labels: ReadonlyMap<string, string>; used: Set<string> }

type Flow = { blocks: Block[]; leaves: Leaf[] }

type Add = (flow: Flow, element: HtmlElement, context: Context) => void

export function blocksOf(nodes: HtmlNode[], notes: Notes, options: HtmlOptions = {}): Block[] {
  noteComments(nodes, notes)
  insertTargets(nodes)
  return flowOf(nodes, {
    breaksLines: false,
    images: NO_IMAGES,
    footnotes: { labels: new Map(), used: new Set() },
    keepsTitles: false,
    ...options,
    marks: [],
    isCode: false,
    isHiddenByScripts: false,
    notes,
    pictures: new Set(),
  })
}

/** Of blocks in WordPress and Ghost, and where the excerpt ends. */
const BLOCK_COMMENT = /^\s*(?:\/?(?:wp|kg)[-:]|more\b|excerpt\b|members-only)/

function noteComments(nodes: HtmlNode[], notes: Notes): void {
  for (const node of nodes) {
    if (isElement(node)) noteComments(node.childNodes, notes)
    else if ('data' in node && /\p{L}/u.test(node.data) && !BLOCK_COMMENT.test(node.data))
      notes.add(`Comment left out: ${node.data.replace(/\s+/g, ' ').trim()}`)
  }
}

function flowOf(nodes: HtmlNode[], context: Context): Block[] {
  const flow: Flow = { blocks: [], leaves: [] }
  addAll(flow, nodes, context)
  endParagraph(flow)
  return flow.blocks
}

function addAll(flow: Flow, nodes: HtmlNode[], context: Context): void {
  for (const node of nodes) {
    if (isText(node)) addText(flow, node.value, context)
    else if (isElement(node)) addElement(flow, node, context)
  }
}

function endParagraph(flow: Flow): void {
  const isEmpty = flow.leaves.every(
    (leaf) => leaf.kind === 'break' || (leaf.kind === 'text' && leaf.value.trim() === ''),
  )
  if (!isEmpty) flow.blocks.push({ kind: 'paragraph', leaves: flow.leaves })
  flow.leaves = []
}

function addText(flow: Flow, value: string, { marks, isCode, breaksLines }: Context): void {
  const lines = breaksLines && !isCode ? value.split('\n') : [value]
  lines.forEach((line, index) => {
    if (index > 0) flow.leaves.push({ kind: 'break', marks })
    if (line !== '') flow.leaves.push({ kind: isCode ? 'code' : 'text', value: line, marks })
  })
}

const addElement: Add = (flow, element, context) => addOf(element)(flow, element, context)

function addOf(element: HtmlElement): Add {
  const add = ELEMENTS.get(element.tagName)
  if (add === noteScript) return add
  if (isControl(element)) return () => undefined
  if (isHidden(element)) return noteHidden
  return mediaOf(element).length > 0 ? addMedia : (add ?? addInline)
}

const isHidden = (element: HtmlElement) =>
  element.attrs.some(({ name, value }) =>
    name === 'hidden' ? value !== 'until-found' : name === 'style' && HIDDEN_STYLE.test(value),
  )

/** Controls of Ghost's players, KaTeX's second form of a formula, and signs such as the + that opens a section. */
function isControl(element: HtmlElement): boolean {
  if (CONTROLS.test(attribute(element, 'class'))) return true
  return (
    attribute(element, 'aria-hidden') === 'true' &&
    /^\s*[\p{P}\p{Sm}][\p{P}\p{Sm}\s]*$/u.test(textOf(element))
  )
}

const CONTROLS =
  /(?:^|\s)(?:katex-html|kg-bookmark-icon|kg-(?:audio|video)-(?:player|thumbnail|overlay))(?:\s|$)/

const HIDDEN_STYLE = /(?:^|[;\s])(?:display\s{0,5}:\s{0,5}none|visibility\s{0,5}:\s{0,5}hidden)\b/i

const noteHidden: Add = (_, element, { notes }) => {
  const text = textOf(element).replace(/\s+/g, ' ').trim()
  if (text !== '') notes.add(`Hidden element left out: ${text}`)
}

const addInline: Add = (flow, { childNodes }, context) => addAll(flow, childNodes, context)

const addMarked =
  (mark: Mark): Add =>
  (flow, { childNodes }, context) =>
    addAll(flow, childNodes, { ...context, marks: [...context.marks, mark] })

const addBlock: Add = (flow, { childNodes }, context) => {
  if (!isCheckbox(flow.leaves)) endParagraph(flow)
  addAll(flow, childNodes, context)
  endParagraph(flow)
}

/** In a list with blank lines, the text of a task is a paragraph of its own. */
const isCheckbox = (leaves: Leaf[]) =>
  leaves.length < 3 &&
  /^\[[x ]\]\s*$/.test(leaves.map((leaf) => ('value' in leaf ? leaf.value : '')).join(''))

/** MathML is unreadable without its layout. */
const addFormula: Add = (flow, element, context) => {
  const tex = elementsIn(element.childNodes).find((one) => attribute(one, 'encoding') === 'application/x-tex')
  const value = (tex ? textOf(tex) : attribute(element, 'alttext')).trim()
  if (value === '') addInline(flow, element, context)
  else flow.leaves.push({ kind: 'code', value, marks: context.marks })
}

const addCode: Add = (flow, element, context) =>
  addAll(flow, element.childNodes, { ...context, isCode: true })

const addPreformatted: Add = (flow, element, context) => {
  endParagraph(flow)
  flow.blocks.push({ kind: 'code', value: textOf(element), ...languageOf(element) })
  for (const inner of elementsIn(element.childNodes)) {
    if (mediaOf(inner).length > 0) flow.blocks.push(...flowOf([inner], context))
    const url = inner.tagName === 'a' ? attribute(inner, 'href') : ''
    if (url !== '') context.notes.add(`Link in code left out: ${url}`)
  }
}

/** The HTML specification's class="language-js", and the ways of highlighters: class="brush: js", data-lang="js". */
function languageOf(element: HtmlElement): { language?: string } {
  const code = elementsIn(element.childNodes).filter(({ tagName }) => tagName === 'code')
  for (const one of [...code.slice(0, 1), element]) {
    const [, named] =
      /(?:^|[\s{])(?:language-|lang-|brush:\s?|lang:\s?)([^\s;,}]+)/.exec(attribute(one, 'class')) ?? []
    const language = named ?? LANGUAGE_ATTRIBUTES.map((name) => attribute(one, name)).find(Boolean)
    if (language !== undefined) return { language }
  }
  return {}
}

const LANGUAGE_ATTRIBUTES = ['data-enlighter-language', 'data-language', 'data-lang', 'lang', 'language']

const addHeading: Add = (flow, element, context) => {
  endParagraph(flow)
  const all = flatLeaves(flowOf(element.childNodes, context))
  const target = all.find((leaf) => leaf.kind === 'target')
  const leaves = all.filter((leaf) => leaf.kind !== 'target')
  const name = targetName(element) ?? target?.name
  flow.blocks.push({ kind: 'heading', level: Number(element.tagName.slice(1)), leaves, name })
}

const addList: Add = (flow, element, context) => {
  endParagraph(flow)
  const items: Block[][] = []
  for (const node of element.childNodes) {
    const isItem = isElement(node) && node.tagName === 'li'
    const blocks = flowOf(isItem ? node.childNodes : [node], { ...context, breaksLines: false })
    const [block] = blocks
    // Old pages nest lists directly inside lists.
    const last = items.at(-1)
    if (!isItem && last && block?.kind === 'list') last.push(...blocks)
    else if (blocks.length > 0) items.push(blocks)
  }
  const start = Number.parseInt(attribute(element, 'start') || '1', 10)
  flow.blocks.push({
    kind: 'list',
    isOrdered: element.tagName === 'ol',
    start: Number.isNaN(start) ? 1 : start,
    items,
  })
}

const addTable: Add = (flow, table, context) => {
  endParagraph(flow)
  const rows = elementsInTable(table, 'tr')
  for (const caption of elementsInTable(table, 'caption'))
    flow.blocks.push(...flowOf(caption.childNodes, context))
  const inCells = { ...context, breaksLines: false }
  const cells = gridOf(rows, inCells)
  // A table with one cell per row is a layout table.
  if (rows.every(({ childNodes }) => childNodes.filter(isElement).length <= 1))
    return void flow.blocks.push(...cells.flat(2))
  const [head = [], ...rest] = cells
  const isHead = rows[0]?.childNodes.filter(isElement).every(({ tagName }) => tagName === 'th') ?? false
  flow.blocks.push({ kind: 'table', head: isHead ? head : [], rows: isHead ? rest : cells })
}

const SPAN_MAX = 30

/** Cells over several columns or rows are followed by empty ones. */
function gridOf(rows: HtmlElement[], context: Context): Block[][][] {
  const covered: number[] = []
  return rows.map((row) => {
    const cells: Block[][] = []
    for (const cell of [...row.childNodes.filter(isElement), null]) {
      while (covered[cells.length]) {
        covered[cells.length] = (covered[cells.length] ?? 0) - 1
        cells.push([])
      }
      if (!cell) break
      const end = cells.length + spanOf(cell, 'colspan')
      for (let blocks = flowOf(cell.childNodes, context); cells.length < end; blocks = []) {
        if (cells.length < SPAN_MAX) covered[cells.length] = spanOf(cell, 'rowspan') - 1
        cells.push(blocks)
      }
    }
    return cells
  })
}

const spanOf = (cell: HtmlElement, name: string) =>
  Math.min(Math.max(Number.parseInt(attribute(cell, name) || '1', 10) || 1, 1), SPAN_MAX)

const elementsInTable = (table: HtmlElement, name: string): HtmlElement[] =>
  table.childNodes
    .filter(isElement)
    .flatMap((child) =>
      child.tagName === name
        ? [child]
        : /^t(?:head|body|foot)$/.test(child.tagName)
          ? elementsInTable(child, name)
          : [],
    )

const addLink: Add = (flow, element, context) => {
  const url = attribute(element, 'href')
  if (url === '') {
    const name = targetName(element)
    if (name !== null) flow.leaves.push({ kind: 'target', name, marks: context.marks })
    return addAll(flow, element.childNodes, context)
  }
  if (/^[a-z][a-z0-9+.-]{0,31}:/i.test(url) && !/^(?:https?|mailto|tel):/i.test(url)) {
    context.notes.add(`Unsupported link: ${url}`)
  }
  const others = context.marks.filter(({ kind }) => kind !== 'link')
  addAll(flow, element.childNodes, {
    ...context,
    marks: [...others, { kind: 'link', url, ...titleOf(element, context) }],
  })
}

const addQuote: Add = (flow, element, context) => {
  endParagraph(flow)
  flow.blocks.push({ kind: 'quote', blocks: flowOf(element.childNodes, context) })
}

const addTerm: Add = (flow, element, context) =>
  addBlock(flow, element, { ...context, marks: [...context.marks, { kind: 'strong' }] })

const addInput: Add = (flow, element, context) => {
  const type = attribute(element, 'type').toLowerCase()
  const isChecked = element.attrs.some(({ name }) => name === 'checked')
  if (type === 'range') return
  if (type === 'checkbox' || type === 'radio') addText(flow, isChecked ? '[x] ' : '[ ] ', context)
  else if (type !== 'hidden') addText(flow, attribute(element, 'value'), context)
}

/** Markdown has no superscript, and 10² must not become 102. */
const addSubOrSuperscript: Add = (flow, element, context) => {
  const id = attribute(element, 'data-fn')
  const label = context.footnotes.labels.get(id)
  if (label !== undefined) {
    context.footnotes.used.add(id)
    return void flow.leaves.push({ kind: 'text', value: `${NOTE_BRACKET}^${label}]`, marks: [] })
  }
  if (id !== '') context.notes.add(`The text of footnote ${textOf(element)} is not in the export`)
  const before = flow.leaves.length
  addAll(flow, element.childNodes, context)
  const leaves = flow.leaves.slice(before)
  const text = textOf(element)
  const raised = raisedText(leaves, element.tagName === 'sup' ? SUPERSCRIPTS : SUBSCRIPTS)
  if (text.trim() === '' || PLAIN.test(text.trim())) return
  if (raised && !/\p{L}{3}/u.test(text)) return void flow.leaves.splice(before, leaves.length, ...raised)
  const mark: Leaf = { kind: 'text', value: element.tagName === 'sup' ? '^' : '~', marks: context.marks }
  flow.leaves.splice(before, leaves.length, mark, ...leaves, mark)
}

/** 1st, 3ème, ™ and [1] are understood without being raised. */
const PLAIN =
  /^(?:st|nd|rd|th|er|re|e|ère|[eè]me|nde?|o|a|os|as|tm|sm|®|™|[*†‡§]+|\[.*\]|\((?!\p{L}\)).*\))$/iu

const alphabet = (plain: string, raised: string) => {
  const others = Array.from(raised)
  return new Map(Array.from(plain, (character, index) => [character, others[index] ?? '']))
}
const SUPERSCRIPTS = alphabet(
  '0123456789+-−–=() abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδφχ',
  '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᵠᵡ',
)
const SUBSCRIPTS = alphabet(
  '0123456789+-−–=() aehijklmnoprstuvxβγρφχ',
  '₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎ ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ',
)

/** Null if a character has no such form. */
function raisedText(leaves: Leaf[], forms: ReadonlyMap<string, string>): Leaf[] | null {
  const raised = leaves.flatMap((leaf) => {
    if (leaf.kind !== 'text') return []
    const characters = Array.from(leaf.value.replace(/\s+/g, ' '), (character) => forms.get(character))
    return characters.includes(undefined) ? [] : [{ ...leaf, value: characters.join('') }]
  })
  return raised.length === leaves.length ? raised : null
}

const addQuotation: Add = (flow, element, context) => {
  addText(flow, '“', context)
  addAll(flow, element.childNodes, context)
  addText(flow, '”', context)
}

const addRule: Add = (flow) => {
  endParagraph(flow)
  flow.blocks.push({ kind: 'rule' })
}

/** Puts ruby text in parentheses. */
const addRuby: Add = (flow, element, context) => {
  const hasParentheses = element.parentNode?.childNodes.some(({ nodeName }) => nodeName === 'rp')
  if (hasParentheses) return addAll(flow, element.childNodes, context)
  addText(flow, ' (', context)
  addAll(flow, element.childNodes, context)
  addText(flow, ')', context)
}

const addMedia: Add = (flow, element, context) => {
  const [first, ...others] = mediaOf(element)
  const urls = [...others.map(({ url }) => url), attribute(element, 'poster')].filter(Boolean)
  for (const url of urls) context.notes.add(`Alternative source of ${first?.url} left out: ${url}`)
  if (!first || (context.isHiddenByScripts && context.pictures.has(first.url))) return
  if (first.kind === 'image')
    return void flow.leaves.push(pictureLeaf({ ...first, ...titleOf(element, context) }, context))
  context.notes.add(`Player or frame replaced with a link: ${first.url}`)
  flow.leaves.push(mediaLeaf(first, context.marks))
}

const titleOf = (element: HtmlElement, { keepsTitles }: Context) =>
  keepsTitles ? { title: attribute(element, 'title') } : {}

function pictureLeaf(picture: Extract<Media, { kind: 'image' }>, context: Context): Leaf {
  const { images, marks, notes, pictures } = context
  const { url } = picture
  pictures.add(url)
  const found = images.find(url)
  if (found && 'path' in found) {
    // A link to another size of the same picture is redundant.
    const others = marks.filter((mark) => mark.kind !== 'link' || !isSamePicture(mark.url, url))
    return mediaLeaf({ ...picture, url: found.path }, others)
  }
  if (/^data:/i.test(url)) notes.add('An inline image (data: URL) was left out')
  else if (url !== '') notes.add(`Image replaced with a link: ${url}${found ? `: ${found.reason}` : ''}`)
  return mediaLeaf(picture, marks)
}

const noteScript: Add = (_, element, { notes }) => {
  const url = element.tagName === 'script' ? attribute(element, 'src') : ''
  if (url !== '') notes.add(`Script left out: ${url}`)
}

const ADDS: [names: string, add: Add][] = [
  [
    'script style template head title meta link base noframes datalist source track param col colgroup annotation annotation-xml',
    noteScript,
  ],
  [
    'address article aside body center details dialog dd div fieldset figcaption figure footer form header hgroup html legend li main nav option p section summary td th caption optgroup',
    addBlock,
  ],
  ['b strong', addMarked({ kind: 'strong' })],
  ['em i mark u', addMarked({ kind: 'emphasis' })],
  ['del s strike', addMarked({ kind: 'delete' })],
  ['a', addLink],
  ['blockquote', addQuote],
  ['br', (flow, _, { marks }) => void flow.leaves.push({ kind: 'break', marks })],
  ['code kbd samp tt var', addCode],
  ['dir menu ol ul', addList],
  ['dt', addTerm],
  ['h1 h2 h3 h4 h5 h6', addHeading],
  ['hr', addRule],
  ['input', addInput],
  ['math', addFormula],
  ['listing plaintext pre xmp', addPreformatted],
  ['noscript', (flow, element, context) => addInline(flow, element, { ...context, isHiddenByScripts: true })],
  ['q', addQuotation],
  ['rt', addRuby],
  ['sub sup', addSubOrSuperscript],
  ['table', addTable],
]

const ELEMENTS = new Map(ADDS.flatMap(([names, add]) => names.split(' ').map((name) => [name, add] as const)))
