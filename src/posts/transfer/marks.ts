/** Text that is to be read as it stands. Line ends are white space. */
export function escapeText(text: string): string {
  return text
    .replace(/[ \t\r\n]+/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/[*`]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/\](?=\()/g, '\\]')
    .replace(/<(?=[a-z][a-z0-9+.-]{1,31}:|[^\s<>@]+@)/gi, '\\<')
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

/** A link, or only its text where there is nowhere to go. */
export function linkTo(url: string | undefined, text: string): string {
  const label = escapeText(text).replace(/(?<!\\)[[\]]/g, '\\$&')
  if (!url || label.trim() === '') return label
  const target = url.replace(/[\s()<>\\]/g, (sign) => encodeURIComponent(sign).replace(/[()]/g, percentOf))
  return `[${label}](${target})`
}

const percentOf = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

type Neighbours = { before: string; after: string }

/**
 * Bold or italic text; blanks at its edges stand outside of the marks. Where it touches such neighbours that the marks
 * would not be read as marks, it stays plain: https://spec.commonmark.org/0.31.2/#left-flanking-delimiter-run
 */
export function marked(mark: string, text: string, { before, after }: Neighbours): string {
  const inner = text.trim()
  const [start = '', end = ''] = text.split(inner)
  const opens = !isPunctuation(inner.at(0)) || start !== '' || !isWord(before)
  const closes = !isPunctuation(inner.at(-1)) || end !== '' || !isWord(after)
  const touches = (start === '' && before === '*') || (end === '' && after === '*')
  return inner === '' || !opens || !closes || touches ? text : start + mark + inner + mark + end
}

const isPunctuation = (sign = '') => /[\p{P}\p{S}]/u.test(sign)
const isWord = (sign: string) => sign !== '' && !/[\s\p{P}\p{S}]/u.test(sign)
