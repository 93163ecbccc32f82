import { parseJson } from '#src/lib/parse-json.ts'
import { shortText } from './short-text.ts'

const TYPES_MAX = 30
const TYPE_MAX = 100
const VALUES_MAX = 10_000

/** Returns the distinct types in JSON-LD texts, outermost first. Each text is a list of chunks. */
export function typesOf(texts: string[][]): string[] {
  const types = new Set<string>()
  for (const text of texts) collectTypes(parseJson(text.join('')), types)
  return [...types].slice(0, TYPES_MAX)
}

function collectTypes(data: unknown, types: Set<string>): void {
  const values = [data]
  for (const value of values) {
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      if (key === '@type') for (const type of [inner].flat()) addType(type, types)
      else if (values.length < VALUES_MAX) values.push(inner)
    }
  }
}

function addType(type: unknown, types: Set<string>): void {
  const name = typeof type === 'string' ? type.replace(/^https?:\/\/schema\.org\//, '') : null
  const short = shortText(name, TYPE_MAX)
  if (short !== null && types.size < TYPES_MAX) types.add(short)
}
