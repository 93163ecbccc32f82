import { parse, TomlError } from 'smol-toml'
import { invalid } from '#src/errors.ts'
import { isDateField } from './date-fields.ts'
import { type Field, fieldsIn } from './field-names.ts'
import { decidesPublicity } from './kept-back.ts'

export type FrontMatter = Partial<Record<string, unknown>>

type Language = { name: string; parse: (text: string) => unknown }

const JSON_FIELDS: Language = { name: 'JSON', parse: JSON.parse }
/** Bun's TOML parser loses the time zone of fractional seconds. Serializing keeps dates as written. */
const TOML: Language = { name: 'TOML', parse: (text) => JSON.parse(JSON.stringify(parse(text))) }
const YAML: Language = { name: 'YAML', parse: (text) => Bun.YAML.parse(text) }
const LANGUAGES: Partial<Record<string, Language>> = { json: JSON_FIELDS, toml: TOML, yaml: YAML }

const DASHES = /^---(json|toml|yaml)?[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*\r?(?:\n|$)/
const PLUS_SIGNS = /^\+\+\+[ \t]*\r?\n((?:[^\n]*\n)*?)\+\+\+[ \t]*\r?(?:\n|$)/
const BRACES = /^(\{\r?\n(?:[^\n]*\n)*?\})[ \t]*\r?(?:\n|$)/
/** Of Hexo. */
const SEMICOLONS = /^(?:;{3,}[ \t]*\r?\n)?("(?:[^\n]*\n)*?);{3,}[ \t]*\r?(?:\n|$)/

const FIELD = /([A-Za-z][\w -]{0,40}):{1,2}([^\n]*)\n((?:(?:[ \t]+\S|- )[^\n]*\n)*)/y
const END = /(?:(-{3,})[ \t]*)?\r?(?:\n|$)/y

/** Throws AppError invalid for malformed front matter. */
export function splitFrontMatter(file: string): { known: FrontMatter; body: string } {
  const text = file.replace(/^\uFEFF/, '')
  const [all, known] = fenced(text) ?? []
  return known ? { known, body: text.slice(all?.length) } : (unfenced(text) ?? { known: {}, body: text })
}

function fenced(text: string): [all: string, known: FrontMatter] | null {
  const [dashed, language = 'yaml', inDashes = ''] = DASHES.exec(text) ?? []
  if (dashed !== undefined)
    return [dashed, read(inDashes, LANGUAGES[language] ?? YAML, 'between the two lines of dashes')]
  const [plus, inPlusSigns = ''] = PLUS_SIGNS.exec(text) ?? []
  if (plus !== undefined) return [plus, read(inPlusSigns, TOML, 'between the two lines of plus signs')]
  const [braced, object = ''] = BRACES.exec(text) ?? []
  if (braced !== undefined) return [braced, read(object, JSON_FIELDS, 'in front of the text')]
  const [above, fields] = SEMICOLONS.exec(text) ?? []
  return above === undefined
    ? null
    : [above, read(`{${fields}}`, JSON_FIELDS, 'above the line of semicolons')]
}

/**
 * Fields without an opening line: of Hexo, which end at a line of dashes, and of Pelican, Notion and Logseq, which end at a
 * blank line and aren't YAML. Null if none of them is about a post, as in a text that begins with 'Note: …'.
 */
function unfenced(text: string): { known: FrontMatter; body: string } | null {
  const known: FrontMatter = {}
  let at = 0
  for (FIELD.lastIndex = 0; ; at = FIELD.lastIndex) {
    const [, name = '', value = '', more = ''] = FIELD.exec(text) ?? []
    if (name === '') break
    const parts = [value, ...more.split('\n')].map((part) => part.trim())
    known[name.toLowerCase()] = parts.join(' ').trim()
  }
  END.lastIndex = at
  const [end, dashes] = END.exec(text) ?? []
  const isAboutPost = (field: Field) =>
    field.name === 'title' || isDateField(field) || decidesPublicity(field)
  if (end === undefined || !fieldsIn(known).some(isAboutPost)) return null
  const body = text.slice(at + end.length)
  if (dashes === undefined) return { known, body }
  return { known: read(text.slice(0, at), YAML, 'above the line of dashes'), body }
}

/** Deep nesting overflows the parsers' stack with a RangeError. */
function read(text: string, { name, parse }: Language, place: string): FrontMatter {
  const unreadable = () => invalid(`The front matter ${place} is not valid ${name}`)
  try {
    const known = parse(text) ?? {}
    if (typeof known !== 'object' || Array.isArray(known)) throw unreadable()
    return { ...known }
  } catch (error) {
    const isOfText = [SyntaxError, TomlError, RangeError].some((kind) => error instanceof kind)
    throw isOfText ? unreadable() : error
  }
}
