import { isCodeName, languageIn, restOf } from './code-containers.ts'
import type { Notes } from './html-blocks.ts'
import { codeSpan, TAB_MARK } from './marks.ts'
import { noteTemplateTags } from './template-tags.ts'

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
    tags: new Map(),
    openFences: new Map(),
    depth,
    blank: { from: 0, at: -1 },
    groups: 0,
    pane: null,
  }
  let at = 0
  while (at < text.length) {
    OPENING.lastIndex = at
    const found = OPENING.exec(text)
    if (!found) break
    addProse(scan, text.slice(at, found.index))
    at = Math.max(handle(scan, found), found.index + 1)
  }
  addProse(scan, text.slice(at))
  return { markdown: scan.pieces.join(''), keptBack: [...scan.keptBack] }
}

type Scan = {
  text: string
  notes: Notes
  pieces: string[]
  keptBack: Set<string>
  /** Where the code span that begins at a run of backticks would end. */
  spanEnds: ReadonlyMap<number, number>
  /** The next of each end, so that it is searched for once; -1 or null if there is none. */
  ends: Map<string, number>
  tags: Map<string, { at: number; after: number } | null>
  /** The shortest fence of each character that has no end. */
  openFences: Map<string, number>
  /** Of tabs in tabs. */
  depth: number
  /** The first blank line after `from`. */
  blank: { from: number; at: number }
  /** Open `:::` groups of code. */
  groups: number
  /** Arguments of the tab pane around, whose tabs contain code. */
  pane: string | null
}

/** Where code, a comment, a tag or a component may begin. */
const OPENING =
  /(?<=^|\n)(?:[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?:`{3,}|~{3,})|[ \t]*<\/?[A-Za-z][\w.-]*(?=[\s/>])|import\s|export\s|[ \t]*\{:(?!:)|[ \t]*(?::{3,}|@tab|===? ?"|\[(?:\/\/|comment|_metadata_)[^\]\n]*\]:|#\+BEGIN_COMMENT))|`+|<!--|<(?:pre|code|script|style|textarea)(?=[\s>])|<%#|%%|\{%|\{\{|\{#(?=[\s-])|\{\/\*|\{::|\{>>/gi

function addProse(scan: Scan, prose: string): void {
  scan.pieces.push(prose)
}

/** Returns where to continue. */
function handle(scan: Scan, found: RegExpExecArray): number {
  const { text } = scan
  const [opened] = found
  const at = found.index
  const start = opened.trim()
  if (/^`+$/.test(start) && !isFence(opened, text, at)) return copySpan(scan, at, opened.length)
  if (/(?:`{3}|~{3})$/.test(start)) return copyFence(scan, at, opened)
  if (start === '<!--') return copyHtmlComment(scan, at)
  if (start === '%%') return skipObsidian(scan, at)
  if (start === '{%') return handleLiquid(scan, at)
  if (start === '{{') return handleBraces(scan, at)
  if (/^<(?:pre|code|script|style|textarea|PRE|CODE)$/.test(start))
    return copyUntil(scan, at, `</${start.slice(1)}>`)
  if (start === '{:') return skipLine(scan, at, 'Attributes left out', /^[ \t]*\{:[^{}\n]{0,300}\}[ \t]*$/)
  if (start.startsWith('[')) return skipLine(scan, at, 'Comment left out', /^[ \t]*\[[^\]]*\]:[ \t]*(?:#|<>)/)
  if (/^(?:import|export)$/i.test(start)) return skipModuleLine(scan, at)
  if (start.startsWith(':') || start.startsWith('@')) return handleGroup(scan, at)
  if (start.startsWith('=')) return handleIndentedTab(scan, at)
  if (start.startsWith('<') && start !== '<%#') return handleComponent(scan, at)
  const end = COMMENT_ENDS[start.toUpperCase()]
  return end === undefined ? copy(scan, at, at + opened.length) : skipComment(scan, at, opened.length, [end])
}

const COMMENT_ENDS: Readonly<Record<string, string>> = {
  '<%#': '%>',
  '{#': '#}',
  '{/*': '*/}',
  '{>>': '<<}',
  '{::': '{:/',
  '#+BEGIN_COMMENT': '#+END_COMMENT',
}

function copy({ text, pieces }: Scan, from: number, to: number): number {
  pieces.push(text.slice(from, to))
  return to
}

/** -1 if `end` doesn't occur. */
function findEnd({ text, ends }: Scan, end: string, from: number): number {
  const known = ends.get(end)
  if (known !== undefined && (known === -1 || known >= from)) return known
  const at = text.indexOf(end, from)
  ends.set(end, at)
  return at
}

function copyUntil(scan: Scan, at: number, end: string): number {
  const found = findEnd(scan, end, at)
  return copy(scan, at, found === -1 ? at + 1 : found + end.length)
}

/** The source shows nothing after a comment without an end, so the post must not be published. */
function skipComment(scan: Scan, at: number, length: number, ends: string[]): number {
  const { text, notes, keptBack } = scan
  for (const end of ends) {
    const found = findEnd(scan, end, at + length)
    if (found === -1) continue
    const words = text.slice(at + length, found).trim()
    if (/^\{::(?!comment)/.test(text.slice(at, at + 12))) return copy(scan, at, at + length)
    notes.add(`Comment left out: ${words}`)
    const tail = text.slice(found + end.length, found + end.length + 20)
    const close = end === '{:/' ? (/^\w{0,15}\}/.exec(tail)?.[0].length ?? 0) : 0
    return found + end.length + close
  }
  if (/^[#{]:?:?[\s#:]/.test(text.slice(at, at + 3))) return copy(scan, at, at + length)
  keptBack.add(`a comment that begins with ${text.slice(at, at + length).trim()} has no end`)
  return copy(scan, at, at + length)
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

function copySpan(scan: Scan, at: number, length: number): number {
  const { text, blank } = scan
  if (blank.at < at) {
    const found = /\n[ \t]*\n/g
    found.lastIndex = at
    blank.at = found.exec(text)?.index ?? text.length
  }
  const end = scan.spanEnds.get(at)
  return copy(scan, at, end !== undefined && end <= blank.at ? end : at + length)
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
  const rest = restOf(given.slice(first.length).replace(/[[\]{}]/g, ' '), language)
  if (rest !== '') notes.add(`Options of a code block left out: ${rest}`)
  return language
}

const HEXO_TAB = /^<!--\s{0,9}(end)?tab\s?([^\n]{0,200}?)\s{0,9}-->$/

function copyHtmlComment(scan: Scan, at: number): number {
  const end = findEnd(scan, '-->', at + 4)
  if (end === -1) return copy(scan, at, at + 4)
  const [found, isEnd, label = ''] = HEXO_TAB.exec(scan.text.slice(at, Math.min(end + 3, at + 240))) ?? []
  if (found === undefined) return copy(scan, at, end + 3)
  addLabel(scan, isEnd === undefined ? (label.split('@')[0] ?? '') : '')
  return end + 3
}

/** '%%' begins a comment, but not after a number. */
function skipObsidian(scan: Scan, at: number): number {
  const { text, notes, keptBack } = scan
  if (/\d/.test(text[at - 1] ?? '')) return copy(scan, at, at + 2)
  const end = findEnd(scan, '%%', at + 2)
  if (end !== -1) {
    notes.add(`Comment left out: ${text.slice(at + 2, end).trim()}`)
    return end + 2
  }
  if (at === 0 || text[at - 1] === '\n') keptBack.add('a comment that begins with %% has no end')
  return copy(scan, at, at + 2)
}

function skipLine(scan: Scan, at: number, note: string, expected: RegExp): number {
  const end = lineEnd(scan.text, at)
  const line = scan.text.slice(at, end)
  if (!expected.test(line)) return copy(scan, at, at + 1)
  scan.notes.add(`${note}: ${line.trim()}`)
  return end
}

const IMPORT = /^import\s(?:[^'"\n]{1,200}\sfrom\s{1,5})?['"][^'"\n]{1,200}['"];?\s*$/
const EXPORT = /^export\s{1,5}(?:const|let|var|function|async|default|class|\{|\*)/

/** MDX: an import is a line, an export ends before a blank line. */
function skipModuleLine(scan: Scan, at: number): number {
  const { text, notes } = scan
  const end = lineEnd(text, at)
  const line = text.slice(at, end)
  if (IMPORT.test(line)) {
    notes.add(`Import left out: ${line.trim()}`)
    return end
  }
  // An import of several names may take several lines.
  const to = EXPORT.test(line) || /^import\s{1,5}\{\s*$/.test(line) ? text.indexOf('\n\n', at) : -2
  if (to === -2) return copy(scan, at, at + 6)
  const all = text.slice(at, to === -1 ? text.length : to)
  notes.add(`${line.startsWith('import') ? 'Import' : 'Export'} left out: ${all.trim()}`)
  return at + all.length
}

function addLabel({ pieces }: Scan, label: string): void {
  const text = label.trim().replace(/[\\*_`[\]<]/g, '\\$&')
  pieces.push(text === '' ? '\n\n' : `\n\n**${text}**\n\n`)
}

const LIQUID = /\{%-?([^\n]*?)%\}/y
const LIQUID_NAME = /^\s*(#|[\w-]*)/

function handleLiquid(scan: Scan, at: number): number {
  const { text, notes } = scan
  LIQUID.lastIndex = at
  const [tag, inner = ''] = LIQUID.exec(text) ?? []
  const [named = '', name = ''] = LIQUID_NAME.exec(inner) ?? []
  const given = inner.slice(named.length).replace(/-$/, '').trim()
  if (tag === undefined) return copy(scan, at, at + 2)
  const start = at + tag.length
  if (name === '#') {
    notes.add(`Comment left out: ${given}`)
    return start
  }
  const isNever = name === 'if' && given === 'false'
  if (name === 'comment' || isNever || name === 'raw' || name === 'verbatim' || isCodeName(name)) {
    const end = findTag(scan, isNever ? 'endif' : `end${name}`, start, LIQUID_END)
    if (end) return container(scan, { at, start, end, name: isNever ? 'comment' : name, given })
    if (name === 'comment' || isNever) scan.keptBack.add(`a comment that begins with ${tag} has no end`)
  }
  if (TAB_NAMES.test(name)) return handleTab(scan, { start, name, given })
  return copyTag(scan, at, tag)
}

const LIQUID_END = /\{%-?\s*(end[\w-]+)\s*-?%\}/g
const HUGO_END = /\{\{[<%]\s*(\/[\w-]+)\s*[>%]\}\}/g

function findTag(
  { text, tags }: Scan,
  name: string,
  from: number,
  expression: RegExp,
): { at: number; after: number } | null {
  const known = tags.get(name)
  if (known === null || (known && known.at >= from)) return known
  expression.lastIndex = from
  let tag: { at: number; after: number } | null = null
  for (let found = expression.exec(text); found && !tag; found = tag ? found : expression.exec(text)) {
    if (found[1] === name) tag = { at: found.index, after: found.index + found[0].length }
  }
  tags.set(name, tag)
  return tag
}

type Container = {
  at: number
  start: number
  end: { at: number; after: number }
  name: string
  given: string
}

function container(scan: Scan, { at, start, end, name, given }: Container): number {
  const { text, notes, pieces } = scan
  const inner = text.slice(start, end.at)
  if (name === 'comment') notes.add(`Comment left out: ${inner.trim()}`)
  else if (name === 'raw' || name === 'verbatim') pieces.push(inner)
  else addCode(scan, { at, after: end.after, code: inner, name, given })
  return end.after
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
  const rest = restOf(given, language)
  if (rest !== '') notes.add(`Options of a code block left out: ${rest}`)
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

const HUGO = /\{\{[<%]([^\n]*?)[>%]\}\}/y
const HUGO_NAME = /^\s*(\/?[\w./-]+)/
const HUGO_ESCAPED = /\{\{([<%])\/\*([^\n]*?)\*\/([>%])\}\}/y

function handleBraces(scan: Scan, at: number): number {
  const { text, pieces } = scan
  HUGO_ESCAPED.lastIndex = at
  const [escaped, open, shown, close] = HUGO_ESCAPED.exec(text) ?? []
  if (escaped !== undefined) {
    pieces.push(`{{${open}${shown}${close}}}`)
    return at + escaped.length
  }
  const [comment] =
    /^\{\{-?\s{0,5}\/\*|^\{\{!--|^\{\{--|^\{\{#(?=\s)|^\{\{!(?=\s)/.exec(text.slice(at, at + 12)) ?? []
  if (comment !== undefined) {
    const ends = comment.endsWith('/*')
      ? ['*/}}', '*/ }}', '*/ -}}']
      : comment.endsWith('--')
        ? ['--}}']
        : comment.endsWith('#')
          ? ['#}}']
          : ['}}']
    return skipFirst(scan, at, comment.length, ends)
  }
  HUGO.lastIndex = at
  const [tag, inner = ''] = HUGO.exec(text) ?? []
  const [named = '', name = ''] = HUGO_NAME.exec(inner) ?? []
  const given = inner.slice(named.length).replace(/\/$/, '').trim()
  if (tag === undefined || name === '')
    return copyTag(scan, at, /^\{\{[^{}\n]{1,300}\}\}/.exec(text.slice(at, at + 305))?.[0] ?? '{{')
  const start = at + tag.length
  if (name === 'comment' || isCodeName(name)) {
    const end = findTag(scan, `/${name}`, start, HUGO_END)
    if (end) return container(scan, { at, start, end, name, given })
    if (name === 'comment') scan.keptBack.add(`a comment that begins with ${tag} has no end`)
  }
  if (TAB_NAMES.test(name)) return handleTab(scan, { start, name, given })
  return copyTag(scan, at, tag)
}

/** The nearest of several ends. */
function skipFirst(scan: Scan, at: number, length: number, ends: string[]): number {
  const found = ends
    .map((end) => ({ end, at: findEnd(scan, end, at + length) }))
    .filter((one) => one.at !== -1)
    .sort((a, b) => a.at - b.at)
  return skipComment(scan, at, length, [found[0]?.end ?? ends[0] ?? ''])
}

function copyTag(scan: Scan, at: number, tag: string): number {
  noteTemplateTags(tag, scan.notes)
  return copy(scan, at, at + tag.length)
}

const TAB_NAMES = /^(?:end|\/)?(?:code-?)?(?:tabs?|tabpane|tabset|tabbed|tabgroup|codetabs?)$/i

/** Tabs follow each other below their labels; those of a pane contain code. */
function handleTab(
  scan: Scan,
  { start, name, given }: { start: number; name: string; given: string },
): number {
  const { text, notes } = scan
  if (/^(?:end|\/)/.test(name)) {
    if (!/tab$/.test(name)) scan.pane = null
    addLabel(scan, '')
    return start
  }
  if (!/tab$/.test(name)) {
    if (name === 'tabpane' && !/\btext="?true/.test(given)) scan.pane = given
    if (/\p{L}/u.test(given)) notes.add(`Options of tabs left out: ${given}`)
    addLabel(scan, '')
    return start
  }
  const [, named] = /(?:header|title|label|name)\s?=\s?"([^"]{0,200})"/.exec(given) ?? []
  const [, quoted] = /^"([^"]{0,200})"/.exec(given) ?? []
  addLabel(scan, named ?? quoted ?? (given.includes('=') ? '' : given))
  if (given.includes('=')) notes.add(`Options of a tab left out: ${given}`)
  const end = scan.pane === null ? null : findTag(scan, '/tab', start, HUGO_END)
  const inner = end ? text.slice(start, end.at) : ''
  if (!end || isFenced(inner)) return start
  const language = languageIn('', given) || languageIn('', scan.pane ?? '')
  addCode(scan, {
    at: 0,
    after: end.after,
    code: inner,
    name: '',
    given: language === '' ? '' : `lang=${language}`,
  })
  addLabel(scan, '')
  return end.after
}

const isFenced = (text: string) => /^\s{0,100}(?:`{3}|~{3})/.test(text.slice(0, 110))

/** VuePress and VitePress: `::: code-group`, `@tab label`. */
function handleGroup(scan: Scan, at: number): number {
  const { text } = scan
  const end = lineEnd(text, at)
  const line = text.slice(at, end).trim()
  const [, label] = /^@tab(?::active)?\s(.{0,200})$/.exec(line) ?? []
  if (label !== undefined && scan.groups > 0) addLabel(scan, label.split('#')[0] ?? '')
  else if (/^:{3,}\s?(?:code-group|code-tabs|tabs)\b/.test(line)) scan.groups += 1
  else if (/^:{3,}$/.test(line) && scan.groups > 0) scan.groups -= 1
  else return copy(scan, at, at + 1)
  return end
}

/** Material for MkDocs indents the content of `=== "Label"`. */
function handleIndentedTab(scan: Scan, at: number): number {
  const { text } = scan
  const end = lineEnd(text, at)
  const [, label] = /^[ \t]*={2,3}[!+]? ?"(.{0,200})"\s*$/.exec(text.slice(at, end)) ?? []
  if (label === undefined || scan.depth > 5) return copy(scan, at, at + 1)
  let to = end
  while (to < text.length) {
    const next = lineEnd(text, to + 1)
    const line = text.slice(to + 1, next)
    if (line.trim() !== '' && !/^(?: {4}|\t)/.test(line)) break
    to = next
  }
  addLabel(scan, label)
  const inner = text.slice(end, to).replace(/\n(?: {4}|\t)/g, '\n')
  const { markdown, keptBack } = withoutSourceSyntax(inner, scan.notes, scan.depth + 1)
  for (const reason of keptBack) scan.keptBack.add(reason)
  scan.pieces.push(`${markdown}\n\n`)
  return to
}

const COMPONENT =
  /[ \t]*<(\/?)([A-Z]+[a-z][\w.]*|code-group|code-block|code-tabs)((?:\s[^<>\n]*)?)>[ \t]*(?=\n|$)/y
const HTML_NAMES = new Set(
  'table center font img div span strong code pre video audio iframe details summary button input form label select option section article header footer nav aside main figure object embed picture source link meta body html title small big sub sup tbody thead blockquote image'.split(
    ' ',
  ),
)
const CODE_COMPONENT = /<(CodeBlock|Code|CodeSnippet|Highlight|Prism|Snippet|Terminal)(?=[\s>])/y

/** Components of MDX and VuePress on a line of their own, whose content would otherwise be read as HTML. */
function handleComponent(scan: Scan, at: number): number {
  const { text, notes } = scan
  const from = at + text.slice(at, at + 60).indexOf('<')
  CODE_COMPONENT.lastIndex = from
  const [, name] = CODE_COMPONENT.exec(text) ?? []
  if (name !== undefined) return codeComponent(scan, from, name)
  COMPONENT.lastIndex = at
  const [tag, slash, component = '', given = ''] = COMPONENT.exec(text) ?? []
  if (tag === undefined || HTML_NAMES.has(component.toLowerCase())) return copy(scan, at, at + 1)
  const [, label] = /\s(?:label|title|header|summary|name|value)="([^"]{0,200})"/.exec(given) ?? []
  if (/\p{L}/u.test(given)) notes.add(`Component left out: ${tag.trim()}`)
  addLabel(scan, slash === '' ? (/\slabel="([^"]{0,200})"/.exec(given)?.[1] ?? label ?? '') : '')
  return at + tag.length
}

function codeComponent(scan: Scan, at: number, name: string): number {
  const { text } = scan
  const head = text.slice(at, at + 600)
  const [attribute] = /^<\w{1,20}\s[^<>`]{0,300}\bcode=\{`/.exec(head) ?? []
  if (attribute !== undefined) {
    const end = findEnd(scan, '`}', at + attribute.length)
    const close = end === -1 ? -1 : findEnd(scan, '>', end)
    if (close === -1) return copy(scan, at, at + 1)
    const code = text.slice(at + attribute.length, end)
    const given = `${attribute.slice(name.length + 1).replace(/\bcode=\{`$/, '')} ${text.slice(end + 2, close)}`
    addCode(scan, { at, after: close + 1, code, name: '', given: given.replace('/', '') })
    return close + 1
  }
  const [open] = /^<\w{1,20}(?:\s[^<>\n]{0,300})?>/.exec(head) ?? []
  const end = open === undefined ? -1 : findEnd(scan, `</${name}>`, at)
  if (open === undefined || end === -1) return copy(scan, at, at + 1)
  if (isFenced(text.slice(at + open.length, end))) return at + open.length
  const inner = text
    .slice(at + open.length, end)
    .trim()
    .replace(/^\{`/, '')
    .replace(/`\}$/, '')
  const after = end + name.length + 3
  addCode(scan, {
    at,
    after,
    code: inner.includes('\n') ? inner : `${inner}\n`,
    name: '',
    given: open.slice(name.length + 1, -1),
  })
  return after
}
