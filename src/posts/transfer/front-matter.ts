import { parse, TomlError } from 'smol-toml'
import { invalid } from '#src/errors.ts'
import { isDateField } from './date-fields.ts'
import { type Field, fieldsIn } from './field-names.ts'
import { decidesPublicity } from './kept-back.ts'

export type FrontMatter = Partial<Record<string, unknown>>

type Format = { place: string; name: string; parse: (text: string) => unknown }

const DASHES = 'between the two lines of dashes'

const FORMATS: (Format & { fence: RegExp })[] = [
  {
    fence: /^---json[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*\r?(?:\n|$)/,
    place: DASHES,
    name: 'JSON',
    parse: JSON.parse,
  },
  {
    fence: /^---toml[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*\r?(?:\n|$)/,
    place: DASHES,
    name: 'TOML',
    parse: parseToml,
  },
  {
    fence: /^---(?:yaml)?[ \t]*\r?\n((?:[^\n]*\n)*?)---[ \t]*\r?(?:\n|$)/,
    place: DASHES,
    name: 'YAML',
    parse: parseYaml,
  },
  {
    fence: /^\+\+\+[ \t]*\r?\n((?:[^\n]*\n)*?)\+\+\+[ \t]*\r?(?:\n|$)/,
    place: 'between the two lines of plus signs',
    name: 'TOML',
    parse: parseToml,
  },
  {
    fence: /^(\{\r?\n(?:[^\n]*\n)*?\})[ \t]*\r?(?:\n|$)/,
    place: 'in front of the text',
    name: 'JSON',
    parse: JSON.parse,
  },
  {
    fence: /^(?:;{3,}[ \t]*\r?\n)?("(?:[^\n]*\n)*?);{3,}[ \t]*\r?(?:\n|$)/,
    place: 'above the line of semicolons',
    name: 'JSON',
    parse: (text) => JSON.parse(`{${text}}`),
  },
]

const ABOVE: Format = { place: 'above the line of dashes', name: 'YAML', parse: parseYaml }

const FIELD = /([A-Za-z][\w -]{0,40}):([^\n]*)\n((?:(?:[ \t]+\S|- )[^\n]*\n)*)/y
const END = /(?:(-{3,})[ \t]*)?\r?(?:\n|$)/y

/** Throws AppError invalid for malformed front matter. */
export function splitFrontMatter(file: string): { known: FrontMatter; body: string } {
  const text = file.replace(/^\uFEFF/, '')
  for (const format of FORMATS) {
    const fenced = format.fence.exec(text)
    if (!fenced) continue
    return { known: read(fenced[1] ?? '', format), body: text.slice(fenced[0].length) }
  }
  return unfenced(text) ?? { known: {}, body: text }
}

/**
 * Fields without an opening line: of Hexo, which end at a line of dashes, and of Pelican and MultiMarkdown, which end at a
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
  return dashes === undefined ? { known, body } : { known: read(text.slice(0, at), ABOVE), body }
}

function read(text: string, format: Format): FrontMatter {
  const known = attempt(text, format)
  if (known === null || known === undefined) return {}
  if (typeof known !== 'object' || Array.isArray(known)) throw unreadable(format)
  return { ...known }
}

/** Deep nesting overflows the parsers' stack with a RangeError. */
function attempt(text: string, format: Format): unknown {
  try {
    return format.parse(text)
  } catch (error) {
    const isOfText = [SyntaxError, TomlError, RangeError].some((kind) => error instanceof kind)
    if (isOfText) throw unreadable(format)
    throw error
  }
}

const unreadable = ({ place, name }: Format) => invalid(`The front matter ${place} is not valid ${name}`)

function parseYaml(text: string): unknown {
  return Bun.YAML.parse(text)
}

/** Bun's TOML parser loses the time zone of fractional seconds. Serializing keeps dates as written. */
function parseToml(text: string): unknown {
  return JSON.parse(JSON.stringify(parse(text)))
}
