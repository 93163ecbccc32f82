/** Text that is to be read as it stands, inside of a link's text if `isLinked`. Line ends are white space. */
export function escapeText(text: string, isLinked: boolean): string {
  const line = text.replace(/[ \t\r\n]+/g, ' ')
  if (!/[\\*`_\][<~]/.test(line)) return line
  const escaped = line
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[*`]/g, '\\$&')
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

type Neighbours = { before: string; after: string }

/**
 * Marked text; blanks at its edges stand outside of the marks. Where it touches such neighbours that the marks would
 * not be read as marks, it stays plain: https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
 */
export function marked(mark: string, text: string, { before, after }: Neighbours): string {
  const inner = text.trim()
  if (inner === '') return text
  const [start = '', end = ''] = text.split(inner)
  const opens = !isPunctuation(inner.at(0)) || start !== '' || !isWord(before)
  const closes = !isPunctuation(inner.at(-1)) || end !== '' || !isWord(after)
  const sign = mark.charAt(0)
  const touches = (start === '' && before === sign) || (end === '' && after === sign)
  const isRun = mark === '~~' && (inner.startsWith('~') || inner.endsWith('~'))
  return !opens || !closes || touches || isRun ? text : start + mark + inner + mark + end
}

const isPunctuation = (sign = '') => /[\p{P}\p{S}]/u.test(sign)
const isWord = (sign: string) => sign !== '' && !/[\s\p{P}\p{S}]/u.test(sign)
