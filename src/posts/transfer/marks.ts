/** Stands for a footnote's bracket. A Unicode noncharacter, so no text contains it. */
export const NOTE_BRACKET = '\uFDD0'
/** Stands for a tab in code. */
export const TAB_MARK = '\uFDD1'

export function escapeText(text: string, isLinked: boolean): string {
  const line = text.replace(/[\t\r\n][ \t\r\n]*| [ \t\r\n]+/g, ' ')
  if (!/[\\*`_\][<~&]/.test(line)) return line
  const escaped = line
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[*`]|&(?=#?\w{1,40};)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^~|~(?=~|$)|(?<=~)~/g, '\\~')
    .replace(/<(?=[a-z][a-z0-9+.-]{1,31}:|[^\s<>@]{1,256}@|a\s{1,9}(?:id|name)=)/gi, '\\<')
  return isLinked ? escaped.replace(/[[\]]/g, '\\$&') : escaped.replace(/\](?=\()/g, '\\]')
}

export function codeSpan(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim()
  if (text === '') return ''
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const edge = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + edge + text + edge + fence
}

/** The address and title of a link, or null if it isn't one. */
export function linkTarget(url: string, title = ''): string | null {
  const address = url.trim().toWellFormed()
  if (address === '' || /^data:/i.test(address)) return null
  const target = address.replace(/[\s()<>\\`]/g, (character) =>
    /[()]/.test(character) ? `%${character.charCodeAt(0).toString(16)}` : encodeURIComponent(character),
  )
  return title === '' ? target : `${target} "${escapeText(title, true).replaceAll('"', '\\"')}"`
}

export const pictureLabel = ({ url, alt }: { url: string; alt: string }): string =>
  alt.trim() || (/^data:/i.test(url) ? '' : url)

/** WordPress calls a smaller version of photo.jpg photo-300x200.jpg. */
export const isSamePicture = (a: string, b: string): boolean => withoutSize(a) === withoutSize(b)

const withoutSize = (url: string) => url.replace(/-(?:\d{1,5}x\d{1,5}|scaled)(?=\.\w{1,5}$)/, '')

type Neighbors = { before: string; after: string }

/** Returns plain text where marks wouldn't parse: https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run */
export function marked(mark: string, text: string, { before, after }: Neighbors): string {
  const inner = text.trim()
  if (inner === '') return text
  const [start = '', end = ''] = text.split(inner)
  const character = mark.charAt(0)
  const opens = !isPunctuation(edgeOf(inner, character, 1)) || start !== '' || !isWord(before.at(-1) ?? '')
  const closes = !isPunctuation(edgeOf(inner, character, -1)) || end !== '' || !isWord(after)
  const touches = (start === '' && endsInMark(before, character)) || (end === '' && after === character)
  const isRun = character === '~' && (inner.startsWith(character) || inner.endsWith(character))
  return !opens || !closes || touches || isRun ? text : start + mark + inner + mark + end
}

/** Skips marks, which form one run with adjacent ones. */
function edgeOf(text: string, character: string, step: 1 | -1): string {
  let at = step === 1 ? 0 : text.length - 1
  while (text[at] === character) at += step
  return text[at] ?? ''
}

function endsInMark(text: string, character: string): boolean {
  if (!text.endsWith(character)) return false
  let at = text.length - 1
  while (text[at - 1] === '\\') at -= 1
  return (text.length - 1 - at) % 2 === 0
}

const isPunctuation = (character: string) => /[\p{P}\p{S}]/u.test(character)
const isWord = (character: string) => character !== '' && !/[\s\p{P}\p{S}]/u.test(character)
