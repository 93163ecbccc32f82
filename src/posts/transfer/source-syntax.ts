import { isCodeName, languageIn, noteOptions } from './code-containers.ts'
import type { Notes } from './html-blocks.ts'
import { codeSpan, escapeText, linkTarget, TAB_MARK } from './marks.ts'
import { addressOf, attributesIn, tagMarkdown, variableValue } from './template-tags.ts'

/** Returns CommonMark: code of other containers is fenced, comments are left out. `keptBack` as in ParsedPost. */
export function withoutSourceSyntax(
  source: string,
  notes: Notes,
  depth = 0,
): { markdown: string; keptBack: string[] } {
  const text = depth === 0 ? source.replaceAll(TAB_MARK, '') : source
  const scan: Scan = {
    text,
    notes,
    pieces: [],
    keptBack: new Set(),
    spanEnds: spanEndsIn(text),
    ends: new Map(),
    openFences: new Map(),
    depth,
    blank: -1,
    groups: 0,
    pane: null,
    pictures: new Map(),
  }
  let at = 0
  while (at < text.length) {
    OPENING.lastIndex = at
    const found = OPENING.exec(text)
    if (!found) break
    scan.pieces.push(text.slice(at, found.index))
    at = Math.max(handle(scan, found), found.index + 1)
  }
  scan.pieces.push(text.slice(at))
  return { markdown: scan.pieces.join(''), keptBack: [...scan.keptBack] }
}

type End = { at: number; after: number }

type Scan = {
  text: string
  notes: Notes
  pieces: string[]
  keptBack: Set<string>
  /** Where the code span that begins at a run of backticks would end. */
  spanEnds: ReadonlyMap<number, number>
  /** The next of each end, so that it is searched for once; null if there is none. */
  ends: Map<string, End | null>
  /** The shortest fence of each character that has no end. */
  openFences: Map<string, number>
  /** Of tabs in tabs. */
  depth: number
  /** The next blank line. */
  blank: number
  /** Open `:::` groups. */
  groups: number
  /** Arguments of the tab pane around, whose tabs contain code. */
  pane: string | null
  /** Addresses of pictures by the name that MDX imports them as. */
  pictures: Map<string, string>
}

/** Where code, a comment, a tag or a component may begin. */
const OPENING =
  /(?<=^|\n)(?:[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?:`{3,}|~{3,})|[ \t]*<\/?[A-Za-z][\w.-]*(?=[\s/>])|import\s|export\s|%[ \t]|[ \t]*(?::{3,}|@tab|===? ?"|(?:!{3}|\?{3}\+?)[ \t]?\w|\{:(?!:)|\[(?:\/\/|comment|_metadata_)[^\]\n]*\]:|#\+BEGIN_COMMENT))|(?<=[)*_`\]])\{:(?!:)|(?<=\))\{[#.\w]|(?<=\]\()[@{|.\w]|[ \t]\{#(?=\w)|\$\$|!?\[\[(?=[\w#])|`+|<!--|<(?:pre|code|script|style|textarea)(?=[\s>])|<%#|%%|\{%|\{\{|\{#(?=[\s-])|\{\/\*|\{::|\{>>/gi

type Rule = (scan: Scan, at: number) => number | null

/** Returns where to continue. */
function handle(scan: Scan, found: RegExpExecArray): number {
  const [opened] = found
  const at = found.index
  if (/^`+$/.test(opened.trim()) && !isFence(opened, scan.text, at)) return copySpan(scan, at, opened.length)
  if (/(?:`{3}|~{3})$/.test(opened)) return copyFence(scan, at, opened)
  for (const rule of RULES) {
    const next = rule(scan, at)
    if (next !== null) return next
  }
  return copy(scan, at, at + opened.length)
}

const RULES: readonly Rule[] = [
  skipComment,
  skipPart,
  copyHtmlComment,
  handleLink,
  handleFormula,
  handleTag,
  handleIndentedTab,
  handleGroup,
  handleComponent,
  copyElement,
]

/** The match of a sticky expression. */
function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}

function copy({ text, pieces }: Scan, from: number, to: number): number {
  pieces.push(text.slice(from, to))
  return to
}

/** The next match of a global expression, with this name as its first group; null if there is none. */
function nextEnd({ text, ends }: Scan, expression: RegExp, from: number, name?: string): End | null {
  const key = JSON.stringify([name, expression.source])
  const known = ends.get(key)
  if (known === null || (known && known.at >= from)) return known
  expression.lastIndex = from
  let found = expression.exec(text)
  while (found && name !== undefined && found[1] !== name) found = expression.exec(text)
  const end = found ? { at: found.index, after: expression.lastIndex } : null
  ends.set(key, end)
  return end
}

/** `isLoose`: without an end, it is something else. */
const COMMENTS: readonly [start: RegExp, end: RegExp, isLoose?: boolean][] = [
  [/(?<=^|\n)%%/y, /%%/g],
  [/(?<!\d)%%/y, /%%/g, true],
  [/\{\{-?\s{0,5}\/\*/y, /\*\/\s?-?\}\}/g],
  [/\{\{(?:!|)--/y, /--\}\}/g],
  [/\{\{#(?=\s)/y, /#\}\}/g],
  [/\{\{!(?=\s)/y, /\}\}/g],
  [/\{\/\*/y, /\*\/\}/g],
  [/\{>>/y, /<<\}/g],
  [/\{#(?=[\s-])/y, /#\}/g, true],
  [/\{::comment\}/y, /\{:\/(?:comment)?\}/g, true],
  [/<%#/y, /%>/g],
  [/(?<=\n\s{0,9}\n)%[ \t]/y, /\n(?!%[ \t])|$/g],
  [/[ \t]*#\+BEGIN_COMMENT/iy, /#\+END_COMMENT/gi],
  [/\{%-?\s*comment\b[^\n%]*%\}/y, /\{%-?\s*endcomment\s*-?%\}/g],
  [/\{%-?\s*if\s+false\s*-?%\}/y, /\{%-?\s*endif\s*-?%\}/g],
  [/\{\{[<%]\s*comment\s*[>%]\}\}/y, /\{\{[<%]\s*\/comment\s*[>%]\}\}/g],
]

/** The source shows nothing after a comment without an end, so the post must not be published. */
function skipComment(scan: Scan, at: number): number | null {
  for (const [start, close, isLoose = false] of COMMENTS) {
    const opened = matchAt(start, scan.text, at)?.[0]
    if (opened === undefined) continue
    const end = nextEnd(scan, close, at + opened.length)
    if (end) {
      scan.notes.add(`Comment left out: ${scan.text.slice(at + opened.length, end.at).trim()}`)
      return end.after
    }
    if (!isLoose) scan.keptBack.add(`a comment that begins with ${opened.trim()} has no end`)
    return copy(scan, at, at + opened.length)
  }
  return null
}

const IMPORT = /^import\s(?:[^'"\n]{1,200}\sfrom\s{1,5})?['"][^'"\n]{1,200}['"];?\s*$/

/** An import of MDX is a line, an export ends before a blank line. */
const PARTS: readonly [RegExp, name: string, isPart?: RegExp][] = [
  [/[ \t]*\[(?:\/\/|comment|_metadata_)[^\]\n]*\]:[ \t]*(?:#|<>)[^\n]*/iy, 'Comment'],
  [/\{%-?[ \t]*#[^\n%]*%\}/y, 'Comment'],
  [/[ \t]*\{:(?!:)[^{}\n]{0,300}\}/y, 'Attributes'],
  [/(?<=\))\{[^{}\n]{1,300}\}/y, 'Attributes', /^\{(?:[#.]|width|height)/],
  [/[ \t]\{#[^{}\n]{1,300}\}(?=[ \t\r]*(?:\n|$))/y, 'Attributes'],
  [/import\s[^\n]*/y, 'Import', IMPORT],
  [/import\s{1,5}\{[ \t]*(?:\n[^\n]+)*/y, 'Import'],
  [/export\s{1,5}(?:const|let|var|function|async|default|class|\{|\*)[^\n]*(?:\n[^\n]+)*/y, 'Export'],
]
const PICTURE = /^import\s+(\w+)\s+from\s+['"]([^'"\n]+\.(?:png|jpe?g|webp|gif))['"]/i

function skipPart(scan: Scan, at: number): number | null {
  for (const [expression, name, isPart] of PARTS) {
    const part = matchAt(expression, scan.text, at)?.[0]
    if (part === undefined || isPart?.test(part) === false) continue
    const [, picture, path] = PICTURE.exec(part) ?? []
    if (picture !== undefined && path !== undefined) scan.pictures.set(picture, path)
    else scan.notes.add(`${name} left out: ${part.trim()}`)
    return at + part.trimEnd().length
  }
  return null
}

/** Runs of backticks, each with the next of equal length. */
function spanEndsIn(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const last = new Map<number, number>()
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const before = last.get(run.length)
    if (before !== undefined) ends.set(before, index + run.length)
    last.set(run.length, index)
  }
  return ends
}

const BLANK_LINE = /\n[ \t]*\n/g

function copySpan(scan: Scan, at: number, length: number): number {
  if (scan.blank < at) scan.blank = nextEnd(scan, BLANK_LINE, at)?.at ?? scan.text.length
  const end = scan.spanEnds.get(at)
  return copy(scan, at, end !== undefined && end <= scan.blank ? end : at + length)
}

const lineEnd = (text: string, at: number) => {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

/** Information after backticks can't contain any. */
const isFence = (opened: string, text: string, at: number) =>
  /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?`{3,}$/.test(opened) &&
  (at === 0 || text[at - 1] === '\n') &&
  !text.slice(at + opened.length, lineEnd(text, at)).includes('`')

/** Nobody writes longer ones, and each length may need a search of its own. */
const FENCE_MAX = 50

function copyFence(scan: Scan, at: number, opened: string): number {
  const { text } = scan
  const fence = opened.slice(opened.search(/[`~]/))
  const character = fence.charAt(0)
  if (fence.length > FENCE_MAX || fence.length >= (scan.openFences.get(character) ?? FENCE_MAX + 1)) {
    return copy(scan, at, at + opened.length)
  }
  const infoEnd = lineEnd(text, at)
  const info = text.slice(at + opened.length, infoEnd)
  scan.pieces.push(opened + fencedLanguage(info, scan.notes))
  for (let line = infoEnd + 1; line < text.length; ) {
    const end = lineEnd(text, line)
    const marks = text
      .slice(line, end)
      .replace(/^[ \t>]{0,40}/, '')
      .trimEnd()
    if (marks.length >= fence.length && marks === character.repeat(marks.length)) {
      return copyCode(scan, { from: infoEnd, to: end, opened })
    }
    line = end + 1
  }
  scan.openFences.set(character, fence.length)
  // A quote or list ends it earlier.
  return /[^`~]/.test(opened) ? infoEnd : copyCode(scan, { from: infoEnd, to: text.length, opened })
}

/** The parser would expand tabs at the start of a line. */
function copyCode(scan: Scan, { from, to, opened }: { from: number; to: number; opened: string }): number {
  const prefix = opened.slice(0, opened.search(/[`~]/)).replace(/[^ \t>]/g, ' ')
  const code = scan.text.slice(from, to)
  const lines = code.includes('\t') ? code.split('\n').map((line) => withTabMarks(line, prefix)) : [code]
  scan.pieces.push(lines.join('\n'))
  return to
}

const withTabMarks = (line: string, prefix: string) =>
  line.startsWith(prefix) ? prefix + line.slice(prefix.length).replaceAll('\t', TAB_MARK) : line

/** 'js{1,3} title="x"', '{.python .numberLines}', '{r, echo=FALSE}', '{code-block} python', 'js:title=x', 'js [x]'. */
function fencedLanguage(info: string, notes: Notes): string {
  const given = info.trim().replace(/^\{(?:code(?:-block|-cell)?|sourcecode)\}\s*/, '')
  const [first = '', language = ''] = /^\{?\s?\.?([\w+#.-]{1,40})(?=[\s,{}:[("]|$)/.exec(given) ?? []
  noteOptions(given.slice(first.length).replace(/[[\]{}]/g, ' '), language, notes)
  return language
}

const HEXO_TAB = /^<!--\s{0,9}(end)?tab\s?([^\n]{0,200}?)\s{0,9}-->$/
const COMMENT_END = /-->/g

function copyHtmlComment(scan: Scan, at: number): number | null {
  const { text } = scan
  if (!text.startsWith('<!--', at)) return null
  const end = nextEnd(scan, COMMENT_END, at + 4)
  if (!end) return copy(scan, at, at + 4)
  const [found, isEnd, label = ''] = HEXO_TAB.exec(text.slice(at, Math.min(end.after, at + 240))) ?? []
  if (found === undefined) return copy(scan, at, end.after)
  addLabel(scan, isEnd === undefined ? (label.split('@')[0] ?? '') : '')
  return end.after
}

function addLabel({ pieces }: Scan, label: string): void {
  const text = label.trim().replace(/[\\*_`[\]<]/g, '\\$&')
  pieces.push(text === '' ? '\n\n' : `\n\n**${text}**\n\n`)
}

const LINKED_FILE = /(?<=\]\()(?:@\/|[{|](?:static|attach|filename)[}|])?([^\s()#%:]{0,300})/y
const WIKI_LINK = /(!?)\[\[([^[\]|#\n]{0,200})(#[^[\]|\n]{0,200})?(?:\|([^[\]\n]{0,200}))?\]\](?!\()/y

/** Links to files of other posts, and those of Pelican, Zola and Obsidian. */
function handleLink({ text, notes, pieces }: Scan, at: number): number | null {
  const [file, path = ''] = matchAt(LINKED_FILE, text, at) ?? []
  if (file !== undefined) {
    const address = /\.mdx?$/.test(path) ? addressOf(path, path, notes) : path
    if (address === null || address === file) return null
    pieces.push(address)
    return at + file.length
  }
  const [link, embed, target = '', anchor = '', label = target || anchor.slice(1)] =
    matchAt(WIKI_LINK, text, at) ?? []
  if (link === undefined || /^\d*$/.test(target + anchor)) return null
  const isPicture = embed !== '' && /\.(?:png|jpe?g|webp|gif)$/i.test(target)
  const address = isPicture || target === '' ? target : addressOf(link, target, notes)
  const name = escapeText(isPicture && /^[\dx]*$/.test(label) ? target : label, true)
  pieces.push(address ? `${isPicture ? '!' : ''}[${name}](${linkTarget(address)})` : name)
  return at + link.length
}

/** TeX, whose signs would otherwise be read as Markdown. */
function handleFormula(scan: Scan, at: number): number | null {
  if (!scan.text.startsWith('$$', at)) return null
  const end = nextEnd(scan, /\$\$/g, at + 2)
  const code = end ? scan.text.slice(at + 2, end.at) : ''
  if (!end || code.length > TAG_MAX || /\n[ \t\r]*\n/.test(code.trim()) || !/[\\^_{}]/.test(code)) return null
  addCode(scan, { at, after: end.after, code, name: '', given: 'lang=latex' })
  return end.after
}

const TAB = /^(?:code-?)?(?:tabs?|tabpane|tabset|tabbed|tabgroup|codetabs?)$/i
const LIQUID_END = /\{%-?\s*end([\w-]+)\s*-?%\}/g
const HUGO_END = /\{\{[<%]\s*\/([\w./-]+)\s*[>%]\}\}/g
const TAG_MAX = 1000

/** The next `close` on this line, within the length of a tag. */
function lineEndOf(scan: Scan, close: RegExp, at: number): End | null {
  const end = nextEnd(scan, close, at)
  return end && end.at - at <= TAG_MAX && !scan.text.slice(at, end.at).includes('\n') ? end : null
}

/** Hugo's {{< … >}} and {{% … %}}, Liquid's {% … %} and {{ … }}. */
function handleTag(scan: Scan, at: number): number | null {
  const { text, notes, pieces } = scan
  const opened = /^(?:\{\{[<%]\/\*|\{\{[<%]|\{\{|\{%)/.exec(text.slice(at, at + 5))?.[0]
  if (opened === undefined) return null
  const isEscaped = opened.endsWith('*')
  const isHugo = opened.length === 3
  const close = isEscaped ? /\*\/[>%]\}\}/g : isHugo ? /[>%]\}\}/g : opened === '{%' ? /%\}/g : /\}\}/g
  const tagEnd = lineEndOf(scan, close, at + opened.length)
  if (!tagEnd) return copy(scan, at, at + 2)
  const { after: start } = tagEnd
  const tag = text.slice(at, start)
  const inner = text.slice(at + opened.length, tagEnd.at)
  if (isEscaped) {
    pieces.push(tag.replace('/*', '').replace('*/', ''))
    return start
  }
  const [found = '', slash, name = ''] = /^[-\s]*(end|\/)?([\w./-]*)/.exec(inner) ?? []
  const given = inner.slice(found.length).replace(/[-/]$/, '').trim()
  if (opened !== '{{') {
    const endTag = isHugo ? HUGO_END : LIQUID_END
    if (TAB.test(name)) return handleTab(scan, { start, name, given, isEnd: slash !== undefined, endTag })
    const isRaw = name === 'raw' || name === 'verbatim'
    const isContainer = slash === undefined && (isRaw || isCodeName(name))
    const end = isContainer ? nextEnd(scan, endTag, start, name) : null
    if (end) {
      const code = text.slice(start, end.at)
      if (isRaw) pieces.push(code)
      else addCode(scan, { at, after: end.after, code, name, given })
      return end.after
    }
  }
  const markdown = opened === '{{' ? variableValue(inner) : tagMarkdown({ tag, name, given }, notes)
  if (markdown === null) notes.add(`Template tag kept as text: ${tag}`)
  pieces.push(markdown ?? tag)
  return start
}

type Code = { at: number; after: number; code: string; name: string; given: string }

/** Keeps the indentation of lists and quotes around. */
function addCode(scan: Scan, { at, after, code, name, given }: Code): void {
  const { text, notes, pieces } = scan
  const before = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 60), at)
  const behind = text.slice(after, Math.min(lineEnd(text, after), after + 60))
  const isAlone = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(before)
  if (!code.includes('\n') && (!isAlone || behind.trim() !== '')) return void pieces.push(codeSpan(code))
  const language = languageIn(name, given)
  noteOptions(given, language, notes)
  const prefix = isAlone ? before.replace(/[^ \t>]/g, ' ') : ''
  const lines = code
    .replace(/^[ \t]{0,40}\r?\n/, '')
    .replace(/\r?\n[ \t>]{0,40}$/, '')
    .split(/\r?\n/)
  const isPrefixed =
    prefix !== '' &&
    lines.every((line) => line.startsWith(prefix) || line.trim() === '' || line.trim() === '>')
  const own = isPrefixed ? lines.map((line) => line.slice(prefix.length)) : lines
  const longest = Math.max(2, ...own.flatMap((line) => line.match(/`+/g) ?? []).map((run) => run.length))
  const fence = '`'.repeat(longest + 1)
  const block = [fence + language, ...own.map((line) => withTabMarks(line, '')), fence].join(`\n${prefix}`)
  pieces.push(`${isAlone ? '' : '\n\n'}${block}${behind.trim() === '' ? '' : '\n\n'}`)
}

type TabTag = { start: number; name: string; given: string; isEnd: boolean; endTag: RegExp }

/** Tabs follow each other below their labels; those of a pane contain code. */
function handleTab(scan: Scan, { start, name, given, isEnd, endTag }: TabTag): number {
  const { text, notes } = scan
  const isPane = !/tab$/.test(name)
  if (isEnd || isPane) {
    if (isPane) scan.pane = isEnd || name !== 'tabpane' || /\btext="?true/.test(given) ? null : given
    if (/\p{L}/u.test(given)) notes.add(`Options of tabs left out: ${given}`)
    addLabel(scan, '')
    return start
  }
  const { header, title, label, name: named, '': first } = attributesIn(given)
  addLabel(scan, header ?? title ?? label ?? named ?? (given.includes('=') ? '' : (first ?? '')))
  if (given.includes('=')) notes.add(`Options of a tab left out: ${given}`)
  const end = scan.pane === null ? null : nextEnd(scan, endTag, start, 'tab')
  const code = end ? text.slice(start, end.at) : ''
  if (!end || isFenced(code)) return start
  const language = languageIn('', given) || languageIn('', scan.pane ?? '')
  addCode(scan, { at: 0, after: end.after, code, name: '', given: language && `lang=${language}` })
  addLabel(scan, '')
  return end.after
}

const isFenced = (text: string) => /^\s{0,100}(?:`{3}|~{3})/.test(text.slice(0, 110))

const GROUP = /^:{3,}\s?\{?\.?([\w-]+)\}?([^{}]*)/

/** VuePress, VitePress, Docusaurus and Starlight: `::: code-group`, `@tab label`, `:::note[label]`. */
function handleGroup(scan: Scan, at: number): number | null {
  const end = lineEnd(scan.text, at)
  const line = scan.text.slice(at, end).trim()
  const [tab, label = ''] = /^@tab(?::active)?\s(.{0,200})$/.exec(line) ?? []
  const [group, name = '', title = ''] = GROUP.exec(line) ?? []
  if (tab !== undefined && scan.groups > 0) addLabel(scan, label.split('#')[0] ?? '')
  else if (group !== undefined) {
    scan.groups += 1
    const isOfCode = /^(?:code-group|code-tabs|tabs)$/.test(name)
    if (!isOfCode) scan.notes.add(`Component left out: ${line}`)
    addLabel(scan, isOfCode ? '' : title.trim().replace(/^\[|\]$/g, ''))
  } else if (/^:{3,}$/.test(line) && scan.groups > 0) scan.groups -= 1
  else return null
  return end
}

const INDENTED = /^[ \t]*(?:={2,3}[!+]? ?"(.{0,200})"|(?:!{3}|\?{3}\+?) ?([\w -]{1,60})(?:"(.{0,200})")?)\s*$/

/** Material for MkDocs indents the content of `=== "Label"` and `!!! note "Label"`. */
function handleIndentedTab(scan: Scan, at: number): number | null {
  const { text } = scan
  const end = lineEnd(text, at)
  const [, tab, kind, title = kind] = INDENTED.exec(text.slice(at, end)) ?? []
  const label = tab ?? title
  if (label === undefined || scan.depth > 5) return null
  let to = end
  while (to < text.length) {
    const next = lineEnd(text, to + 1)
    const line = text.slice(to + 1, next)
    if (line.trim() !== '' && !/^(?: {4}|\t)/.test(line)) break
    to = next
  }
  if (tab === undefined && to === end) return null
  addLabel(scan, label)
  const inner = text.slice(end, to).replace(/\n(?: {4}|\t)/g, '\n')
  const { markdown, keptBack } = withoutSourceSyntax(inner, scan.notes, scan.depth + 1)
  for (const reason of keptBack) scan.keptBack.add(reason)
  scan.pieces.push(`${markdown}\n\n`)
  return to
}

const COMPONENT =
  /[ \t]*<(\/?)([A-Z]+[a-z][\w.]*|code-group|code-block|code-tabs)((?:\s[^<>\n]*)?)>[ \t]*(?=\n|$)/y
const PICTURE_ELEMENT = /[ \t]*<(?:Image|Picture|img)\s[^<>]*>/y
const HTML_NAMES = new Set(
  'table center font img div span strong code pre video audio iframe details summary button input form label select option section article header footer nav aside main figure object embed picture source link meta body html title small big sub sup tbody thead blockquote image'.split(
    ' ',
  ),
)
const CODE_NAMES = /^(?:CodeBlock|Code|CodeSnippet|Highlight|Prism|Snippet|Terminal)$/
const CODE_COMPONENT = /[ \t]*<([A-Z]\w*)(?=[\s>])([^<>`]*)([`>])/y
const CODE_ATTRIBUTE_END = /`\}[^<>`]*>/g
const END_TAG = /<\/([\w-]+)\s?>/g

/** Components of MDX and VuePress on a line of their own, whose content would otherwise be read as HTML. */
function handleComponent(scan: Scan, at: number): number | null {
  const { text, notes, pieces } = scan
  const [element = ''] = matchAt(PICTURE_ELEMENT, text, at) ?? []
  const path = scan.pictures.get(/\bsrc=\{(\w+)/.exec(element)?.[1] ?? '')
  if (path !== undefined) {
    pieces.push(element.replace(/\bsrc=\{[\w.]+\}/, () => `src="${path}"`))
    return at + element.length
  }
  const code = codeComponent(scan, at)
  if (code !== null) return code
  const [tag, slash, component = '', given = ''] = matchAt(COMPONENT, text, at) ?? []
  if (tag === undefined || HTML_NAMES.has(component.toLowerCase())) return null
  const { label, title, header, summary, name, value } = attributesIn(given)
  if (/\p{L}/u.test(given)) notes.add(`Component left out: ${tag.trim()}`)
  addLabel(scan, slash === '' ? (label ?? title ?? header ?? summary ?? name ?? value ?? '') : '')
  return at + tag.length
}

function codeComponent(scan: Scan, at: number): number | null {
  const { text } = scan
  const [open, name = '', before = '', mark] = matchAt(CODE_COMPONENT, text, at) ?? []
  const isAttribute = mark === '`'
  const given = before.replace(/\scode=\{$/, '')
  if (open === undefined || !CODE_NAMES.test(name) || (isAttribute && given === before)) return null
  const from = at + open.length
  const end = isAttribute ? nextEnd(scan, CODE_ATTRIBUTE_END, from) : nextEnd(scan, END_TAG, from, name)
  if (!end) return null
  const inner = text.slice(from, end.at)
  if (!isAttribute && isFenced(inner)) return from
  const code = isAttribute ? inner : inner.trim().replace(/^\{`/, '').replace(/`\}$/, '')
  const more = isAttribute ? text.slice(end.at + 2, end.after - 1).replace('/', '') : ''
  const block = code.includes('\n') || isAttribute ? code : `${code}\n`
  addCode(scan, {
    at: at + open.indexOf('<'),
    after: end.after,
    code: block,
    name: '',
    given: `${given} ${more}`,
  })
  return end.after
}

const ELEMENT = /<(pre|code|script|style|textarea)(?=[\s>])/iy

function copyElement(scan: Scan, at: number): number | null {
  const [, name] = matchAt(ELEMENT, scan.text, at) ?? []
  const end = name === undefined ? null : nextEnd(scan, END_TAG, at, name)
  return end && copy(scan, at, end.after)
}
