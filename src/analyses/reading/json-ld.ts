import { shortText } from './tidy.ts'

const MOST_TYPES = 30
const LONGEST_TYPE = 100
/** Of one text, that are looked at. */
const MOST_VALUES = 10_000

/** The types that texts of structured data name, each once: what is described before its parts. A text comes in parts. */
export function typesOf(texts: string[][]): string[] {
  const types = new Set<string>()
  for (const text of texts) noteTypes(parsed(text.join('')), types)
  return [...types].slice(0, MOST_TYPES)
}

function noteTypes(data: unknown, types: Set<string>): void {
  const values = [data]
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (key === '@type') for (const type of [inner].flat()) noteType(type, types)
      else if (values.length < MOST_VALUES) values.push(inner)
    }
  }
}

function noteType(type: unknown, types: Set<string>): void {
  const name = typeof type === 'string' ? type.replace(/^https?:\/\/schema\.org\//, '') : null
  const short = shortText(name, LONGEST_TYPE)
  if (short !== null && types.size < MOST_TYPES) types.add(short)
}

/** Null for what is no JSON: browsers and search engines pass it over, too. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
