/** Text that is to be read as it stands, inside of a link's text if `isLinked`. Line ends are white space. */
export function escapeText(text: string, isLinked: boolean): string {
  const line = text.replace(/[\t\r\n][ \t\r\n]*| [ \t\r\n]+/g, ' ')
  if (!/[\\*`_\][<~&]/.test(line)) return line
  const escaped = line
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[*`]|&(?=#?\w{1,40};)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^~|~(?=~|$)|(?<=~)~/g, '\\~')
    .replace(/<(?=[a-z][a-z0-9+.-]{1,31}:|[^\s<>@]{1,256}@)/gi, '\\<')
  return isLinked ? escaped.replace(/[[\]]/g, '\\$&') : escaped.replace(/\](?=\()/g, '\\]')
}

/** The fence is longer than any in the code; blanks keep it apart from a fence at the edge. */
export function codeSpan(code: string): string {
  const text = code.replace(/\s+/g, ' ').trim()
  if (text === '') return ''
  const longest = Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const edge = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return fence + edge + text + edge + fence
}

/** An address as it stands in a link; null for none, and for a file that is written out in its own address. */
export function linkTarget(url: string): string | null {
  const address = url.trim().toWellFormed()
  if (address === '' || /^data:/i.test(address)) return null
  return address.replace(/[\s()<>\\`]/g, (sign) =>
    /[()]/.test(sign) ? `%${sign.charCodeAt(0).toString(16)}` : encodeURIComponent(sign),
  )
}

/** What stands for a picture: its text, or else its address. */
export const pictureLabel = ({ url, alt }: { url: string; alt: string }): string =>
  alt.trim() || (/^data:/i.test(url) ? '' : url)

/** Whether one is the other in another size: photo-300x200.jpg is WordPress's small form of photo.jpg. */
export const isSamePicture = (a: string, b: string): boolean => withoutSize(a) === withoutSize(b)

const withoutSize = (url: string) => url.replace(/-(?:\d{1,5}x\d{1,5}|scaled)(?=\.\w{1,5}$)/, '')

/** What stands around marked text: the piece before it, and the first sign after. */
type Neighbours = { before: string; after: string }

/**
 * Marked text; blanks at its edges stand outside of the marks. Where it touches such neighbours that the marks would
 * not be read as marks, it stays plain: https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
 */
export function marked(mark: string, text: string, { before, after }: Neighbours): string {
  const inner = text.trim()
  if (inner === '') return text
  const [start = '', end = ''] = text.split(inner)
  const sign = mark.charAt(0)
  const opens = !isPunctuation(edgeOf(inner, sign, 1)) || start !== '' || !isWord(before.at(-1) ?? '')
  const closes = !isPunctuation(edgeOf(inner, sign, -1)) || end !== '' || !isWord(after)
  const touches = (start === '' && endsInMark(before, sign)) || (end === '' && after === sign)
  const isRun = sign === '~' && (inner.startsWith(sign) || inner.endsWith(sign))
  return !opens || !closes || touches || isRun ? text : start + mark + inner + mark + end
}

/** The first or last sign of a text that is no mark itself, as marks at one place are one run. */
function edgeOf(text: string, sign: string, step: 1 | -1): string {
  let at = step === 1 ? 0 : text.length - 1
  while (text[at] === sign) at += step
  return text[at] ?? ''
}

/** An escaped sign is no mark. */
function endsInMark(text: string, sign: string): boolean {
  if (!text.endsWith(sign)) return false
  let at = text.length - 1
  while (text[at - 1] === '\\') at -= 1
  return (text.length - 1 - at) % 2 === 0
}

const isPunctuation = (sign: string) => /[\p{P}\p{S}]/u.test(sign)
const isWord = (sign: string) => sign !== '' && !/[\s\p{P}\p{S}]/u.test(sign)
