import { isCodeShortcode, languageIn, noteOptions, withoutReferences } from './code-containers.ts'
import type { Notes } from './html-blocks.ts'
import { isElement, parseHtml } from './parse-html.ts'

export type Attachment = { url: string; title: string }

type Library = {
  attachments: ReadonlyMap<string, Attachment>
  own: readonly string[]
  notes: Notes
}

type Attributes = Record<string, string>

/** `[name …]`, `[/name]`, and the escape `[[name]]`. */
const SHORTCODE =
  /\[(\[?)(\/?)(caption|wp_caption|gallery|embed|audio|video|playlist)((?:\s[^[\]]*)?)\](\]?)/g
/** Of Divi, WPBakery, Avada and Enfold, which are about the layout. */
const BUILDER = /\[\/?(?:et_pb|vc|fusion|av)_\w+((?:\s[^[\]]*)?)\]/g

/** Converts WordPress's built-in shortcodes to HTML, and leaves out those of page builders; others stay text. */
export function withoutShortcodes(html: string, library: Library): string {
  return codeOrProse(html, library.notes)
    .map((part) => ('prose' in part ? proseHtml(part.prose, library) : part.html))
    .join('')
}

const CODE = /\[(\[?)([a-z][\w+#-]*)(\s[^[\]\n]*)?\]/gi

/** Takes code out first, because shortcodes in it are text. */
function codeOrProse(html: string, notes: Notes): ({ prose: string } | { html: string })[] {
  if (!html.includes('[/')) return [{ prose: html }]
  const parts: ({ prose: string } | { html: string })[] = []
  // Names without an end tag, which are searched for only once.
  const unclosed = new Set<string>()
  // Only ASCII, because others may change the length.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  let done = 0
  for (const found of html.matchAll(CODE)) {
    const [tag, bracket, name = '', given = ''] = found
    const start = found.index + tag.length
    if (found.index < done || bracket !== '' || !isCodeShortcode(name) || unclosed.has(name)) continue
    const end = lower.indexOf(`[/${name.toLowerCase()}]`, start)
    if (end === -1) {
      unclosed.add(name)
      continue
    }
    const after = end + name.length + 3
    const isInline = !/\n/.test(html.slice(start, end)) && !isAlone(html, found.index, after)
    parts.push({ prose: html.slice(done, found.index) })
    parts.push({
      html: codeHtml(withoutReferences(html.slice(start, end)), { name, given, isInline, notes }),
    })
    done = after
  }
  return [...parts, { prose: html.slice(done) }]
}

const isAlone = (html: string, start: number, end: number) =>
  /(?:^|[\n>])[ \t]{0,40}$/.test(html.slice(Math.max(0, start - 41), start)) &&
  /^[ \t]{0,40}(?:$|[\r\n<])/.test(html.slice(end, end + 42))

type Container = { name: string; given: string; isInline: boolean; notes: Notes }

function codeHtml(code: string, { name, given, isInline, notes }: Container): string {
  const text = Bun.escapeHTML(code)
  if (isInline) return `<code>${text}</code>`
  const language = languageIn(name, given)
  noteOptions(given, language, notes)
  const lines = text.replace(/^[ \t]{0,40}\r?\n/, '').replace(/\r?\n[ \t]{0,40}$/, '')
  return `<pre><code class="language-${Bun.escapeHTML(language)}">\n${lines}</code></pre>`
}

function proseHtml(html: string, library: Library): string {
  const captions: string[] = []
  noteOthers(html, library.notes)
  const text = html.replace(BUILDER, (tag, given: string) => builderHtml(tag, attributesIn(given), library))
  return text.replace(
    SHORTCODE,
    (all, before: string, slash: string, name: string, given: string, after: string) => {
      if (before !== '' && after !== '') return all.slice(1, -1)
      const shown = shortcodeHtml(name, slash !== '', attributesIn(given), captions, library)
      return before + shown + after
    },
  )
}

/** What looks like a shortcode of a plugin: with attributes, an end, or a name of several words. */
function noteOthers(html: string, notes: Notes): void {
  const closed = new Set(Array.from(html.matchAll(/\[\/([a-z][\w-]*)\]/gi), ([, name]) => name))
  for (const [tag, name = '', given = ''] of html.matchAll(OTHER)) {
    if (tag.replace(BUILDER, '') === '' || tag.replace(SHORTCODE, '') === '') continue
    if (given.includes('=') || closed.has(name) || /[-_]/.test(name))
      notes.add(`Shortcode kept as text: ${tag}`)
  }
}

const OTHER = /(?<!\[)\[([a-z][\w-]*)((?:\s[^[\]]*)?)\](?![(\]])/gi

function builderHtml(tag: string, given: Attributes, { attachments, notes }: Library): string {
  const {
    image = '',
    src = attachments.get(image)?.url ?? '',
    alt = '',
    title = '',
    text = title,
    button_text: label = text,
  } = given
  const [link = ''] = (given.button_url ?? given.url ?? given.link ?? '').replace(/^url:/, '').split('|')
  const url = Bun.escapeHTML(link.replace(/%3A/gi, ':').replace(/%2F/gi, '/'))
  const shown = `${label} ${alt}`
  const isSilent = url !== '' && label === ''
  if (
    isSilent ||
    Object.values(given).some((value) => /\p{L}\s+\p{L}/u.test(value) && !shown.includes(value))
  )
    notes.add(`Shortcode of a page builder left out: ${tag}`)
  const picture = src && `<p><img src="${Bun.escapeHTML(src)}" alt="${Bun.escapeHTML(alt)}"></p>`
  const words = Bun.escapeHTML(label)
  return `\n\n${picture}${words && (url ? `<p><a href="${url}">${words}</a></p>` : `<p>${words}</p>`)}\n\n`
}

function shortcodeHtml(
  name: string,
  isEnd: boolean,
  given: Attributes,
  captions: string[],
  library: Library,
): string {
  switch (name) {
    case 'caption':
    case 'wp_caption':
      if (isEnd) return `${captions.pop() ?? ''}</figure>`
      captions.push(given.caption ? `<figcaption>${given.caption}</figcaption>` : '')
      return '<figure>'
    case 'gallery':
      return isEnd ? '' : gallery(given.ids ?? given.include, library)
    case 'playlist':
      return isEnd ? '' : gallery(given.ids, library)
    case 'audio':
    case 'video':
      return isEnd ? '' : player(given)
    default:
      return isEnd ? '</p>' : '<p>'
  }
}

/** Parses like HTML attributes, but doesn't decode references. */
function attributesIn(text: string): Attributes {
  const [element] = parseHtml(`<a ${text.replaceAll('&', '&amp;')}>`)
  if (!element || !isElement(element)) return {}
  return Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]))
}

function gallery(ids: string | undefined, { attachments, own, notes }: Library): string {
  const wanted = ids === undefined ? own : ids.split(',').map((id) => id.trim())
  return wanted
    .map((id) => {
      const file = attachments.get(id)
      if (!file) notes.add(`Gallery file ${id} is not in the export`)
      return file
        ? `<p><a href="${Bun.escapeHTML(file.url)}">${Bun.escapeHTML(file.title || file.url)}</a></p>`
        : ''
    })
    .join('')
}

const FILES = ['src', 'mp4', 'mp3', 'm4a', 'm4v', 'webm', 'ogg', 'ogv', 'wav', 'wmv', 'flv', 'flac', 'poster']

const player = (given: Attributes) =>
  FILES.flatMap((name) => given[name] ?? [])
    .map((url) => `<p><a href="${Bun.escapeHTML(url)}">${Bun.escapeHTML(url)}</a></p>`)
    .join('')
