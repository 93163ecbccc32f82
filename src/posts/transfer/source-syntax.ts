import { languageIn, noteOptions } from './code-containers.ts'
import type { Notes } from './html-blocks.ts'
import { codeSpan, escapeText, linkTarget, TAB_MARK } from './marks.ts'
import { addressOf, tagMarkdown, variableValue } from './template-tags.ts'

/**
 * Returns CommonMark with HTML: tags of Jekyll and Hugo, links of Obsidian and extensions of GitHub and kramdown are
 * converted, comments are left out. `keptBack` as in ParsedPost: also lines with syntax of other programs, which stay as
 * text. `firstLine`: the number of the first line in its file.
 */
export function withoutSourceSyntax(
  source: string,
  notes: Notes,
  firstLine = 1,
): { markdown: string; keptBack: string[] } {
  const text = source.replaceAll(TAB_MARK, '')
  const scan: Scan = {
    text,
    notes,
    pieces: [],
    prose: [],
    keptBack: new Set(),
    spanEnds: spanEndsIn(text),
    ends: new Map(),
    openFences: new Map(),
    blank: -1,
    isDefining: false,
  }
  let at = startLine(scan, 0)
  while (at < text.length) {
    OPENING.lastIndex = at
    const found = OPENING.exec(text)
    const opening = found?.index ?? text.length
    addProse(scan, at, opening)
    if (!found) break
    at = handle(scan, found)
    if (text[at - 1] === '\n') at = startLine(scan, at)
  }
  const others = otherSyntax(scan.prose.join(''), text, firstLine)
  return { markdown: scan.pieces.join(''), keptBack: [...scan.keptBack, ...others] }
}

type End = { at: number; after: number }

type Scan = {
  text: string
  notes: Notes
  pieces: string[]
  /** The text with everything but its line ends blank where it was recognized. */
  prose: string[]
  keptBack: Set<string>
  /** Where the code span that begins at a run of backticks would end. */
  spanEnds: ReadonlyMap<number, number>
  /** The next of each end, so that it is searched for once; null if there is none. */
  ends: Map<string, End | null>
  /** The shortest fence of each character that has no end. */
  openFences: Map<string, number>
  /** The next blank line. */
  blank: number
  /** In a definition list. */
  isDefining: boolean
}

/** Where a line ends, or code, a comment, a tag or a link may begin. */
const OPENING = /\n|`+|<[A-Za-z?!/]|%%|\{[%{:]|[ \t]\{#|(?<=\]\()[.@/\w]|!?\[\[/g

type Rule = (scan: Scan, at: number) => number | null

const LINE_RULES: readonly Rule[] = [copyFence, skipLine, handleAlert, handleDefinition]
const RULES: readonly Rule[] = [skipComment, skipAttributes, copyHtml, handleLink, handleTag, escapeTag]

/** Each returns where to continue. */
function startLine(scan: Scan, at: number): number {
  for (const rule of LINE_RULES) {
    const next = rule(scan, at)
    if (next !== null) return next
  }
  return at
}

function handle(scan: Scan, { 0: opened, index: at }: RegExpExecArray): number {
  if (opened.startsWith('`')) return copySpan(scan, at, opened.length)
  for (const rule of RULES) {
    const next = rule(scan, at)
    if (next !== null) return next
  }
  addProse(scan, at, at + opened.length)
  return at + opened.length
}

/** The match of a sticky expression. */
function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}

function addProse({ text, pieces, prose }: Scan, from: number, to: number): void {
  pieces.push(text.slice(from, to))
  prose.push(text.slice(from, to))
}

/** Returns `to`. */
function replace({ text, pieces, prose }: Scan, from: number, to: number, by: string): number {
  pieces.push(by)
  prose.push(text.slice(from, to).replace(/[^\n]+/g, ' '))
  return to
}

const copy = (scan: Scan, from: number, to: number) => replace(scan, from, to, scan.text.slice(from, to))

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

/** Of components, containers, comments and marks of other programs. */
const OTHER_SYNTAX: readonly RegExp[] = [
  /^[ \t>]*(?::::|!!! ?\w|\?\?\?\+? ?\w|===?[!+]? ?"|@tab\s|\$\$)/,
  /^import\s.*['"]/,
  /^(?:import \{|export (?:const|let|var|function|async|default|class|\{|\*)|%\s|#\+\w)/,
  /<\/?[A-Z][a-z]\w*(?=[\s/>.])|(?<!\]\()<[%?]/,
  /\{(?:[{%]|#[\s-]|\/\*|::|\+\+|--|~~|==|>>)/,
  /==[^\s=][^=]*==/,
  /\$\$[^$]*[\\^_{]/,
  /\^\[|\)\{[#.\w]|\]\([{|]/,
]
const OTHERS_MAX = 20

function otherSyntax(prose: string, text: string, firstLine: number): string[] {
  const lines = text.split('\n')
  const found = prose
    .split('\n')
    .flatMap((line, index) =>
      OTHER_SYNTAX.some((expression) => expression.test(line))
        ? [`line ${firstLine + index} has syntax of another program: ${lines[index]?.trim().slice(0, 200)}`]
        : [],
    )
  const more = found.length - OTHERS_MAX
  return more > 0 ? [...found.slice(0, OTHERS_MAX), `${more} more lines have such syntax`] : found
}

/** MDX and PHP: the parser would drop it. */
function escapeTag(scan: Scan, at: number): number | null {
  if (!/^<(?:\?|\/?[A-Z][a-z])/.test(scan.text.slice(at, at + 4))) return null
  scan.pieces.push('\\')
  addProse(scan, at, at + 1)
  return at + 1
}

const COMMENTS: readonly [start: RegExp, end: RegExp, isLoose?: boolean][] = [
  [/(?<=^|\n)%%/y, /%%/g],
  // Without an end, it is something else.
  [/(?<!\d)%%/y, /%%/g, true],
  [/\{\{-?\s{0,5}\/\*/y, /\*\/\s?-?\}\}/g],
  [/\{::comment\}/y, /\{:\/(?:comment)?\}/g],
  [/\{%-?\s*comment\b[^\n%]*%\}/y, /\{%-?\s*endcomment\s*-?%\}/g],
  [/\{%-?[ \t]*#/y, /%\}/g],
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
      return replace(scan, at, end.after, '')
    }
    if (!isLoose) scan.keptBack.add(`a comment that begins with ${opened.trim()} has no end`)
    return copy(scan, at, at + opened.length)
  }
  return null
}

const LINES: readonly [RegExp, name: string][] = [
  [/[ \t]*\[(?:\/\/|comment|_metadata_)[^\]\n]*\]:[ \t]*(?:#|<>)[^\n]*/iy, 'Comment'],
  [/[ \t]*(?:[-*+]|\d+[.)])[ \t][^\n]*\n[ \t]*\{:[ \t]?toc\b[^{}\n]{0,60}\}/iy, 'Table of contents'],
  [/\[{1,2}_{0,2}toc_{0,2}\]{1,2}[ \t\r]*(?=\n|$)/iy, 'Table of contents'],
  [/ {0,3}\*\[[^\]\n]{1,200}\]:[^\n]*/y, 'Abbreviation'],
]

function skipLine(scan: Scan, at: number): number | null {
  for (const [expression, name] of LINES) {
    const line = matchAt(expression, scan.text, at)?.[0]
    if (line === undefined) continue
    scan.notes.add(`${name} left out: ${line.trim()}`)
    return replace(scan, at, at + line.length, '')
  }
  return null
}

const ATTRIBUTES: readonly RegExp[] = [
  /\{:(?!:)[^{}\n]{0,300}\}/y,
  /[ \t]\{#[^{}\n]{1,300}\}(?=[ \t\r]*(?:\n|$))/y,
]

const ANY_NAME = /#([^\s"'<>&{}|]{1,100})/
const IS_NAME = /^\s?\{:?\s?#[^\s{}.]{1,100}\s?\}$/

function skipAttributes(scan: Scan, at: number): number | null {
  for (const expression of ATTRIBUTES) {
    const found = matchAt(expression, scan.text, at)?.[0]
    if (found === undefined) continue
    const isName = IS_NAME.test(found)
    if (!isName) scan.notes.add(`Attributes left out: ${found.trim()}`)
    const isHeading = scan.text[scan.text.lastIndexOf('\n', at) + 1] === '#'
    const [, name] = isName || isHeading ? (ANY_NAME.exec(found) ?? []) : []
    return replace(scan, at, at + found.length, name === undefined ? '' : `<a id="${name}"></a>`)
  }
  return null
}

const ALERT = /([ \t>]*>[ \t]*)\[!([\w-]{1,40})(?:\|[^\]\n]{0,100})?\][+-]?[ \t]*([^\n]*)/y

/** Of GitHub and Obsidian. */
function handleAlert(scan: Scan, at: number): number | null {
  const [line, quote = '', kind = '', title = ''] = matchAt(ALERT, scan.text, at) ?? []
  if (line === undefined) return null
  scan.notes.add(`Alert shown as a quote: [!${kind}]`)
  const label = title.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()
  return replace(scan, at, at + line.length, `${quote}**${label}**\n${quote}`)
}

const TERM =
  / {0,3}(?![\s>:|#<]|`{3}|~{3}|[-*+][ \t]|\d+[.)][ \t])([^\n]+)\n(?:[ \t\r]*\n)?(?= {0,3}:[ \t]+\S)/y
const DEFINITION = / {0,3}:[ \t]+(?=\S)/y
const INDENT = /(?: {1,4}|\t)(?=\S)/y

/** Of kramdown and Goldmark. What follows a definition may stand in it, too: it only separates paragraphs. */
function handleDefinition(scan: Scan, at: number): number | null {
  const { text, notes } = scan
  const [, term] = matchAt(TERM, text, at) ?? []
  if (term !== undefined) {
    notes.add(`Definition list became paragraphs: ${term.trim()}`)
    scan.isDefining = true
    return replace(scan, at, at, '\n<dt>\n\n')
  }
  if (!scan.isDefining || text[at] === '\n') return null
  const [mark] = matchAt(DEFINITION, text, at) ?? []
  if (mark !== undefined) return replace(scan, at, at + mark.length, '\n<dd>\n\n')
  const [indent] = matchAt(INDENT, text, at) ?? []
  if (indent !== undefined) return replace(scan, at, at + indent.length, '')
  if (/\n[ \t\r]{0,9}\n$/.test(text.slice(Math.max(0, at - 12), at))) scan.isDefining = false
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

const FENCE = /[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(?:`{3,}|~{3,})/y
/** Nobody writes longer ones, and each length may need a search of its own. */
const FENCE_MAX = 50

function copyFence(scan: Scan, at: number): number | null {
  const { text } = scan
  const [opened] = matchAt(FENCE, text, at) ?? []
  if (opened === undefined) return null
  const fence = opened.slice(opened.search(/[`~]/))
  const character = fence.charAt(0)
  const infoEnd = lineEnd(text, at)
  const info = text.slice(at + opened.length, infoEnd)
  // Information after backticks can't contain any.
  if (character === '`' && info.includes('`')) return null
  if (fence.length > FENCE_MAX || fence.length >= (scan.openFences.get(character) ?? FENCE_MAX + 1))
    return null
  replace(scan, at, infoEnd, opened + fencedLanguage(info, scan.notes))
  for (let next = infoEnd + 1; next < text.length; ) {
    const end = lineEnd(text, next)
    const marks = text
      .slice(next, end)
      .replace(/^[ \t>]{0,40}/, '')
      .trimEnd()
    if (marks.length >= fence.length && marks === character.repeat(marks.length)) {
      return copyCode(scan, { from: infoEnd, to: end, opened })
    }
    next = end + 1
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
  return replace(scan, from, to, lines.join('\n'))
}

const withTabMarks = (line: string, prefix: string) =>
  line.startsWith(prefix) ? prefix + line.slice(prefix.length).replaceAll('\t', TAB_MARK) : line

/** 'js{1,3} title="x"', '{.python .numberLines}', '{r, echo=FALSE}', 'js:title=x', 'js [x]'. */
function fencedLanguage(info: string, notes: Notes): string {
  const given = info.trim()
  const [first = '', language = ''] = /^\{?\s?\.?([\w+#.-]{1,40})(?=[\s,{}:[("]|$)/.exec(given) ?? []
  noteOptions(given.slice(first.length).replace(/[[\]{}]/g, ' '), language, notes)
  return language
}

const COMMENT_END = /-->/g
const ELEMENT = /<(pre|code|script|style|textarea)(?=[\s>])/iy
const END_TAG = /<\/([\w-]+)\s?>/g

function copyHtml(scan: Scan, at: number): number | null {
  const isComment = scan.text.startsWith('<!--', at)
  const name = matchAt(ELEMENT, scan.text, at)?.[1]
  const end = isComment
    ? nextEnd(scan, COMMENT_END, at + 4)
    : name === undefined
      ? null
      : nextEnd(scan, END_TAG, at, name)
  return end && copy(scan, at, end.after)
}

const LINKED_FILE = /(?<=\]\()([^\s()#%:]{1,300}\.mdx?)(#[^\s()]{0,200})?(?=[\s)])/y
const WIKI_LINK = /(!?)\[\[([^[\]|#\n]{0,200})(#[^[\]|\n]{0,200})?(?:\|([^[\]\n]{0,200}))?\]\](?!\()/y

/** Links to files of other posts, and those of Obsidian. */
function handleLink(scan: Scan, at: number): number | null {
  const { text, notes } = scan
  const [file, path = '', hash = ''] = matchAt(LINKED_FILE, text, at) ?? []
  if (file !== undefined) {
    const address = addressOf(file, path + hash, notes)
    return address === null ? null : replace(scan, at, at + file.length, address)
  }
  const [link, embed, target = '', anchor = '', label = target || anchor.slice(1)] =
    matchAt(WIKI_LINK, text, at) ?? []
  if (link === undefined || /^\d*$/.test(target + anchor)) return null
  const isPicture = embed !== '' && /\.(?:png|jpe?g|webp|gif)$/i.test(target)
  const address = isPicture || target === '' ? target : addressOf(link, target, notes)
  const name = escapeText(isPicture && /^[\dx]*$/.test(label) ? target : label, true)
  const shown = address ? `${isPicture ? '!' : ''}[${name}](${linkTarget(address)})` : name
  return replace(scan, at, at + link.length, shown)
}

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
  const { text, notes } = scan
  const opened = /^(?:\{\{[<%]\/\*|\{\{[<%]|\{\{|\{%)/.exec(text.slice(at, at + 5))?.[0]
  if (opened === undefined) return null
  const isEscaped = opened.endsWith('*')
  const isHugo = opened.length === 3
  const close = isEscaped ? /\*\/[>%]\}\}/g : isHugo ? /[>%]\}\}/g : opened === '{%' ? /%\}/g : /\}\}/g
  const tagEnd = lineEndOf(scan, close, at + opened.length)
  if (!tagEnd) return null
  const { after: start } = tagEnd
  const tag = text.slice(at, start)
  const inner = text.slice(at + opened.length, tagEnd.at)
  if (isEscaped) return replace(scan, at, start, tag.replace('/*', '').replace('*/', ''))
  const [found = '', slash, name = ''] = /^[-\s]*(end|\/)?([\w./-]*)/.exec(inner) ?? []
  const given = inner.slice(found.length).replace(/[-/]$/, '').trim()
  const isContainer = opened !== '{{' && slash === undefined && /^(?:highlight|raw)$/.test(name)
  const end = isContainer ? nextEnd(scan, isHugo ? HUGO_END : LIQUID_END, start, name) : null
  if (end) {
    const code = text.slice(start, end.at)
    const shown = name === 'raw' ? code : codeIn(scan, { at, after: end.after, code, given })
    return replace(scan, at, end.after, shown)
  }
  const markdown = opened === '{{' ? variableValue(inner) : tagMarkdown({ tag, name, given }, notes)
  return markdown === null ? null : replace(scan, at, start, markdown)
}

type Code = { at: number; after: number; code: string; given: string }

/** Keeps the indentation of lists and quotes around. */
function codeIn({ text, notes }: Scan, { at, after, code, given }: Code): string {
  const before = text.slice(Math.max(text.lastIndexOf('\n', at - 1) + 1, at - 60), at)
  const behind = text.slice(after, Math.min(lineEnd(text, after), after + 60))
  const isAlone = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?$/.test(before)
  if (!code.includes('\n') && (!isAlone || behind.trim() !== '')) return codeSpan(code)
  const language = languageIn('', given)
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
  return `${isAlone ? '' : '\n\n'}${block}${behind.trim() === '' ? '' : '\n\n'}`
}
