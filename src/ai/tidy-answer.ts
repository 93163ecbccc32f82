import { AppError, badGateway } from '#src/errors.ts'
import { INCOMPLETE } from '#src/lib/completion.ts'
import { htmlToMarkdown } from '#src/posts/transfer/convert-html.ts'
import { type FrontMatter, splitFrontMatter } from '#src/posts/transfer/front-matter.ts'
import { removeReasoning } from './remove-reasoning.ts'

/** For example 'Sure! Here is your blog post on passwords:', 'Below is a draft.', 'Hier ist dein Artikel:'. */
const OPENING =
  /^[*_]{0,3}¡?(?:(?:sure|certainly|of course|absolutely|okay|great|gerne?|natürlich|bien sûr|avec plaisir|claro|por supuesto|certo|certamente|zeker|natuurlijk|oczywiście|jasne)(?=[ !.,])[^:]{0,40}?[!.,] {0,3})?(?:(?:here|below)(?: it| you)?(?:['’]s| is| are)|please find|i(?:['’]ve| have) (?:written|created|drafted|prepared)|hier (?:ist|sind|is)|nachfolgend|voici|voilà|aquí (?:tiene|tienes|está|va)|a continuación|aqui (?:está|vai)|segue|ecco|di seguito|hieronder|oto|poniżej)(?![\p{L}\p{N}])/iu
const OPENING_MAX_CHARACTERS = 500
const NOUN =
  /(?:post|article|draft|version|beitrag|artikel|entwurf|brouillon|artículo|entrada|borrador|artigo|rascunho|articolo|bozza|concept|artykuł|wpis|szkic)s?(?![\p{L}\p{N}])/iu
/** An offer at the end, such as 'Feel free to ask if you need any adjustments.' */
const CLOSING =
  /^[*_]{0,3}(?:(?:please )?(?:feel free|do not hesitate|don['’]t hesitate|let me know)|i hope (?:this|that)|hope (?:this|that)|would you like|do you want|if you(?:['’]d| would| need| want| have)|is there anything|lass(?:en sie)? (?:es )?mich wissen|wenn (?:du|sie)|falls (?:du|sie)|sag(?:en sie)? (?:mir )?bescheid|möchte(?:st du|n sie)|n['’]hésite|dites-moi|dis-moi|si (?:vous|tu) |avísame|hazme saber|no dudes|si (?:quieres|necesitas|deseas)|me avise|avise-me|se (?:quiser|precisar|desiderate|vuoi|hai)|fammi sapere|laat (?:het )?me weten|als je|daj(?:cie)? (?:mi )?znać|jeśli (?:chcesz|potrzebujesz))/iu
/** What is offered. A post may end in 'Let me know what you think' for its own readers. */
const OFFERED =
  /(?:adjust|change|revis|edit|tweak|modif|tailor|refin|expand|shorten|longer|shorter|tone|another|anything|version|further|additional|assist|help(?:s|ful)?[.! ]|need|änder|anpass|überarbeit|kürz|länger|hilf|modifi|ajust|révis|cambi|ajuste|alter|modific|aanpass|wijzig|hulp|zmian|popraw|pomoc)/iu
const CLOSING_MAX_CHARACTERS = 300
const COURTESY = /^(?:sure|certainly|of course|absolutely)(?: thing)?[!.,:] *\n/i
const RULE = /^(?:-{3,}|\*{3,}) *\n/

const FENCE = /^(`{3,}|~{3,})([\w-]*)[ \t]*$/
/** A fence in another language is code rather than a wrapper. */
const TEXT_LANGUAGES = new Set(['markdown', 'md', 'text', 'txt', 'plaintext'])

const CONTROLS = /[^\P{Cc}\t\n]/gu

/** `known` is the front matter. */
type TidyAnswer = { content: string; known: FrontMatter }

/**
 * Removes reasoning, introductions, offers at the end, a code fence around the whole text, front matter, and a first heading
 * that repeats the title. HTML becomes Markdown. Throws AppError invalid for hostile HTML.
 */
export function tidyAnswer(answer: string, title: string): TidyAnswer {
  // Once more, because marks in a fence are part of a post unless the fence was around all of it.
  const { known, body } = takeFrontMatter(unwrap(cleanAnswer(answer)))
  const text = removeReasoning(unwrap(body))
  const isHtml = BEGINS_AS_HTML.test(text) && text.length <= HTML_CHARACTERS
  return { known, content: removeTitle(isHtml ? htmlToMarkdown(text, new Set()) : text, title) }
}

/** More would block the main thread. */
const HTML_CHARACTERS = 100_000
const BEGINS_AS_HTML = /^<(?:!doctype html|html|body|article|section|main|header|div|h[1-6]|p|ul|ol)[\s>]/i

const FRONT_MATTER = /^(?:---|\+\+\+) *\n(?:[ \t]*\n)*[\w-]+ ?[:=]/
const FENCED_FRONT_MATTER = /^(`{3,})(?:ya?ml|toml)\n((?:(?:---|\+\+\+) *\n)?[\w-]+ ?[:=][^`]*)\n\1(?:\n|$)/

/** Text between rules that isn't front matter stays. */
function takeFrontMatter(text: string): { known: FrontMatter; body: string } {
  const [fenced, , inside = ''] = FENCED_FRONT_MATTER.exec(text) ?? []
  const mark = /^(?:\+\+\+ *\n)?[\w-]+ ?=/.test(inside) ? '+++' : '---'
  const marked = fenced ? `${mark}\n${inside.replace(MARK_LINES, '')}\n${mark}\n` : ''
  if (!fenced && !FRONT_MATTER.test(text)) return { known: {}, body: text }
  try {
    return splitFrontMatter(marked + text.slice(fenced?.length ?? 0))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { known: {}, body: text }
  }
}

const MARK_LINES = /^(?:---|\+\+\+) *$/gm

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
  const bare = removeRule(removeOpening(removeFence(removeClosing(text))).replace(COURTESY, '')).trim()
  return bare === text || layers === 0 ? bare : unwrap(bare, layers - 1)
}

const removeRule = (text: string) => (FRONT_MATTER.test(text) ? text : text.replace(RULE, ''))

function removeClosing(text: string): string {
  const start = text.lastIndexOf('\n\n') + 2
  const last = text.slice(start)
  const isOffer = last.length <= CLOSING_MAX_CHARACTERS && CLOSING.test(last) && OFFERED.test(last)
  return start > 1 && isOffer
    ? text
        .slice(0, start)
        .trimEnd()
        .replace(/\n(?:-{3,}|\*{3,})$/, '')
    : text
}

const BEGINS_IN_FENCE = /^\n*(?:`{3,}|~{3,})(?:markdown|md)\n/

function removeOpening(text: string): string {
  const end = text.indexOf('\n')
  const line = end === -1 ? text : text.slice(0, end)
  const rest = text.slice(line.length + 1)
  return isOpening(line) || (OPENING.test(line) && BEGINS_IN_FENCE.test(rest)) ? rest : text
}

function isOpening(line: string): boolean {
  if (line.length > OPENING_MAX_CHARACTERS) return false
  const opening = OPENING.exec(line)?.[0]
  if (opening === undefined) return false
  const subject = line
    .slice(opening.length)
    .trimEnd()
    .replace(/[*_]{1,3}$/, '')
  return NOUN.test(subject.endsWith(':') ? subject : (subject.split(/\s/).at(-1) ?? ''))
}

/** A fence for text that ends before a last sentence, if those within it come in pairs. */
const AFTER_FENCE_MAX_CHARACTERS = 300

function withoutWordsAfterFence(text: string): string {
  const [first = '', ...lines] = text.trimEnd().split('\n')
  const [, mark = '', language = ''] = FENCE.exec(first) ?? []
  const end = lines.findLastIndex((line) => line.trimEnd() === mark)
  const isPaired = lines.filter((line) => line.startsWith(mark)).length % 2 === 1
  const after = lines.slice(end + 1).join('\n')
  const isSentence = after.trim() !== '' && after.length <= AFTER_FENCE_MAX_CHARACTERS
  return TEXT_LANGUAGES.has(language.toLowerCase()) && end > 0 && isPaired && isSentence
    ? [first, ...lines.slice(0, end + 1)].join('\n')
    : text
}

function removeFence(answer: string): string {
  const text = withoutWordsAfterFence(answer)
  const [first = '', ...lines] = text.split('\n')
  const [, mark = '', language = ''] = FENCE.exec(first) ?? []
  const isClosed = lines.at(-1)?.trimEnd() === mark
  const inside = isClosed ? lines.slice(0, -1) : lines
  // Code samples at both ends look like one wrapper, so it must have no fence inside.
  const isWrapper =
    TEXT_LANGUAGES.has(language.toLowerCase()) ||
    (/^(?:html)?$/i.test(language) && isClosed && !inside.some((line) => line.startsWith(mark)))
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
