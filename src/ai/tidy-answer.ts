const THINKING = /<(\/?)think(?:ing)?>/gi

/** A first line such as 'Sure! Here is your blog post on passwords:'. */
const OPENING =
  /^[*_]{0,3}(?:(?:sure|certainly|of course|absolutely|okay|great)\b[^:]{0,40}[!.,] {0,3})?here(?:['’]s| is)\b/i
const OPENING_MAX = 500
const NOUN = /\b(?:post|article|draft)\b/i
const ENDS_IN_NOUN = /\b(?:post|article|draft)[.!]?$/i
const COURTESY = /^(?:sure|certainly|of course|absolutely)(?: thing)?[!.,:] *\n/i
const RULE = /^(?:-{3,}|\*{3,}) *\n/

const FENCE = /^(`{3,}|~{3,})([\w-]*)[ \t]*$/
/** A fence in another language is a piece of code at the start of the text, and not a wrapper around it. */
const TEXT_LANGUAGES = new Set(['markdown', 'md', 'text', 'txt', 'plaintext'])

const CONTROLS = /[^\P{Cc}\t\n]/gu

/**
 * The post within what a model answers: without its thoughts, its opening words and a code fence around the whole.
 * A first heading that only repeats the title goes too, as a page shows its title by itself.
 */
export function tidyAnswer(answer: string, title: string): string {
  return withoutTitle(unwrapped(spokenOf(answer)), title)
}

/** What a model answers without its thoughts, with line breaks as the only control characters. */
export function spokenOf(answer: string): string {
  const text = answer.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '')
  return withoutThoughts(text).trim()
}

/** Thoughts may lack their end, when they were cut off, or their beginning, when the provider's own prompt holds it. */
function withoutThoughts(text: string): string {
  let spoken = ''
  let isThinking = false
  let heard = 0
  for (const { 0: tag, 1: slash, index } of text.matchAll(THINKING)) {
    if (slash === '') spoken += isThinking ? '' : text.slice(heard, index)
    else if (!isThinking) spoken = ''
    isThinking = slash === ''
    heard = index + tag.length
  }
  return isThinking ? spoken : spoken + text.slice(heard)
}

/** Nobody wraps a text more often. */
const MOST_WRAPPINGS = 5

function unwrapped(text: string, layers = MOST_WRAPPINGS): string {
  const bare = withoutOpening(withoutFence(text)).replace(COURTESY, '').replace(RULE, '').trim()
  return bare === text || layers === 0 ? bare : unwrapped(bare, layers - 1)
}

function withoutOpening(text: string): string {
  const end = text.indexOf('\n')
  return isOpening(end === -1 ? text : text.slice(0, end))
    ? text.slice(end === -1 ? text.length : end + 1)
    : text
}

function isOpening(line: string): boolean {
  if (line.length > OPENING_MAX) return false
  const opening = OPENING.exec(line)?.[0]
  if (opening === undefined) return false
  const subject = line
    .slice(opening.length)
    .trimEnd()
    .replace(/[*_]{1,3}$/, '')
  return subject.endsWith(':') ? NOUN.test(subject) : ENDS_IN_NOUN.test(subject)
}

function withoutFence(text: string): string {
  const [first = '', ...lines] = text.split('\n')
  const [, mark = '', language = ''] = FENCE.exec(first) ?? []
  const isClosed = lines.at(-1)?.trimEnd() === mark
  const inside = isClosed ? lines.slice(0, -1) : lines
  // Without a language, two pieces of code at both ends look like one wrapper: then no fence may stand between them.
  const isWrapper =
    TEXT_LANGUAGES.has(language.toLowerCase()) ||
    (language === '' && isClosed && !inside.some((line) => line.startsWith(mark)))
  return mark !== '' && isWrapper ? inside.join('\n') : text
}

function withoutTitle(text: string, title: string): string {
  const [first = '', ...rest] = text.split('\n')
  if (!/^(?:#{1,2} |\*\*)/.test(first)) return text
  const heading = withoutClosingMarks(first.trim().replace(/^#{1,2} /, ''))
  return plain(heading) === plain(title) ? rest.join('\n').trim() : text
}

function withoutClosingMarks(heading: string): string {
  let end = heading.length
  while (heading[end - 1] === '#') end -= 1
  return heading.slice(0, end)
}

const plain = (text: string) =>
  text
    .replace(/[*_"“”'’`]/g, '')
    .trim()
    .toLowerCase()
