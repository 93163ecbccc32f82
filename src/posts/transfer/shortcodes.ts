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
/** Converts WordPress's built-in shortcodes to HTML; others stay text. */
export function withoutShortcodes(html: string, library: Library): string {
  const captions: string[] = []
  return html.replace(
    SHORTCODE,
    (all, before: string, slash: string, name: string, given: string, after: string) => {
      if (before !== '' && after !== '') return all.slice(1, -1)
      const shown = shortcodeHtml(name, slash !== '', attributesIn(given), captions, library)
      return before + shown + after
    },
  )
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
