import * as z from 'zod'

type Part = z.core.JSONSchema._JSONSchema

/** `\u4e2d` for each UTF-16 code unit: some programs send no other characters than ASCII. */
const CHARACTER = 6
const NUMBER = 32
/** Quotes, colon, comma, and the line break and spaces of one who sends it indented. */
const AROUND = 16
/** A text without a limit of its own is one that no row holds, such as the name of who signs in. */
const OPEN_TEXT = 1_000 * CHARACTER
/** Of what a schema says nothing about. */
const OPEN = 32 * 1024
/** For fields that nobody reads. */
const SPARE = 4 * 1024

/** The most bytes of a JSON text that a schema takes, in whichever of its spellings. */
export const mostJsonBytes = (schema: z.core.$ZodType): number =>
  SPARE + bytesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

function bytesOf(part: Part): number {
  if (typeof part === 'boolean') return OPEN
  const values = part.enum ?? (part.const === undefined ? undefined : [part.const])
  if (values) return AROUND + Math.max(...values.map((value) => JSON.stringify(value).length * CHARACTER))
  const choices = part.anyOf ?? part.oneOf
  if (choices) return Math.max(...choices.map(bytesOf))
  switch (part.type) {
    case 'string':
      return AROUND + (part.maxLength === undefined ? OPEN_TEXT : part.maxLength * CHARACTER)
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return AROUND + NUMBER
    case 'array':
      return typeof part.items === 'object' && !Array.isArray(part.items) && part.maxItems !== undefined
        ? AROUND + part.maxItems * bytesOf(part.items)
        : OPEN
    case 'object':
      if (typeof part.additionalProperties === 'object') return OPEN
      return Object.entries(part.properties ?? {}).reduce(
        (sum, [name, value]) => sum + AROUND + name.length + bytesOf(value),
        AROUND,
      )
    default:
      return OPEN
  }
}
