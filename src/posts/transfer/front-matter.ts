import { parse, TomlError } from 'smol-toml'
import { invalid } from '#src/errors.ts'

export type FrontMatter = Partial<Record<string, unknown>>

type Format = { fence: RegExp; place: string; name: string; parse: (text: string) => unknown }

const DASHES = 'between the two lines of dashes'

const FORMATS: Format[] = [
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
]

/** Throws AppError invalid for malformed front matter. */
export function splitFrontMatter(file: string): { known: FrontMatter; body: string } {
  const text = file.replace(/^\uFEFF/, '')
  for (const format of FORMATS) {
    const fenced = format.fence.exec(text)
    if (!fenced) continue
    return { known: read(fenced[1] ?? '', format), body: text.slice(fenced[0].length) }
  }
  return { known: {}, body: text }
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
