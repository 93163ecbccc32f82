import { badGateway } from '#src/errors.ts'
import { INCOMPLETE } from '#src/lib/completion.ts'
import { removeReasoning } from './remove-reasoning.ts'

/** For example 'Sure! Here is your blog post on passwords:'. */
const OPENING =
  /^[*_]{0,3}(?:(?:sure|certainly|of course|absolutely|okay|great)\b[^:]{0,40}[!.,] {0,3})?here(?:['’]s| is)\b/i
const OPENING_MAX_CHARACTERS = 500
const NOUN = /\b(?:post|article|draft)\b/i
const ENDS_IN_NOUN = /\b(?:post|article|draft)[.!]?$/i
const COURTESY = /^(?:sure|certainly|of course|absolutely)(?: thing)?[!.,:] *\n/i
const RULE = /^(?:-{3,}|\*{3,}) *\n/

const FENCE = /^(`{3,}|~{3,})([\w-]*)[ \t]*$/
/** A fence in another language is code rather than a wrapper. */
const TEXT_LANGUAGES = new Set(['markdown', 'md', 'text', 'txt', 'plaintext'])

const CONTROLS = /[^\P{Cc}\t\n]/gu

/** Removes reasoning, introductions, a code fence around the whole text, and a first heading that repeats the title. */
export function tidyAnswer(answer: string, title: string): string {
  // Once more, because marks in a fence are part of a post unless the fence was around all of it.
  return removeTitle(removeReasoning(unwrap(cleanAnswer(answer))), title)
}

/** Removes reasoning, marks of models and control characters, and normalizes line breaks. */
export function cleanAnswer(answer: string): string {
  const text = answer.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS, '')
  return removeReasoning(text)
}

const CUT_NOTE = '*The AI provider stopped before this text was complete.*'

/** At the beginning, because the text may end inside a code block. Throws AppError bad_gateway for an empty text. */
export function noteIfCut(text: string, isCut: boolean): string {
  if (text === '') throw badGateway(isCut ? INCOMPLETE : 'The AI provider returned an empty response.')
  return isCut ? `${CUT_NOTE}\n\n${text}` : text
}

const WRAPPINGS_MAX = 5

function unwrap(text: string, layers = WRAPPINGS_MAX): string {
  const bare = removeOpening(removeFence(text)).replace(COURTESY, '').replace(RULE, '').trim()
  return bare === text || layers === 0 ? bare : unwrap(bare, layers - 1)
}

function removeOpening(text: string): string {
  const end = text.indexOf('\n')
  return isOpening(end === -1 ? text : text.slice(0, end))
    ? text.slice(end === -1 ? text.length : end + 1)
    : text
}

function isOpening(line: string): boolean {
  if (line.length > OPENING_MAX_CHARACTERS) return false
  const opening = OPENING.exec(line)?.[0]
  if (opening === undefined) return false
  const subject = line
    .slice(opening.length)
    .trimEnd()
    .replace(/[*_]{1,3}$/, '')
  return subject.endsWith(':') ? NOUN.test(subject) : ENDS_IN_NOUN.test(subject)
}

function removeFence(text: string): string {
  const [first = '', ...lines] = text.split('\n')
  const [, mark = '', language = ''] = FENCE.exec(first) ?? []
  const isClosed = lines.at(-1)?.trimEnd() === mark
  const inside = isClosed ? lines.slice(0, -1) : lines
  // Without a language, code samples at both ends look like one wrapper, so it must have no fence inside.
  const isWrapper =
    TEXT_LANGUAGES.has(language.toLowerCase()) ||
    (language === '' && isClosed && !inside.some((line) => line.startsWith(mark)))
  return mark !== '' && isWrapper ? inside.join('\n') : text
}

function removeTitle(text: string, title: string): string {
  const [first = '', ...rest] = text.split('\n')
  if (!/^(?:#{1,2} |\*\*)/.test(first)) return text
  const heading = removeClosingMarks(first.trim().replace(/^#{1,2} /, ''))
  return normalizeTitle(heading) === normalizeTitle(title) ? rest.join('\n').trim() : text
}

function removeClosingMarks(heading: string): string {
  let end = heading.length
  while (heading[end - 1] === '#') end -= 1
  return heading.slice(0, end)
}

const normalizeTitle = (text: string) =>
  text
    .replace(/[*_"“”'’`]/g, '')
    .trim()
    .toLowerCase()
