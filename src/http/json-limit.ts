import * as z from 'zod/mini'

type Part = z.core.JSONSchema._JSONSchema

/** `\u4e2d` per UTF-16 code unit: some programs escape everything but ASCII. */
const CHARACTER_BYTES = 6
const NUMBER_BYTES = 32
const PUNCTUATION_BYTES = 16
/** For text without a limit that is never stored, such as the username of a sign-in. */
const UNLIMITED_TEXT_BYTES = 1_000 * CHARACTER_BYTES
const UNKNOWN_BYTES = 32 * 1024
const EXTRA_BYTES = 4 * 1024

export const jsonBytesMax = (schema: z.core.$ZodType): number =>
  EXTRA_BYTES + bytesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

function bytesOf(part: Part): number {
  if (typeof part === 'boolean') return UNKNOWN_BYTES
  const values = part.enum ?? (part.const === undefined ? undefined : [part.const])
  if (values)
    return (
      PUNCTUATION_BYTES + Math.max(...values.map((value) => JSON.stringify(value).length * CHARACTER_BYTES))
    )
  const choices = part.anyOf ?? part.oneOf
  if (choices) return Math.max(...choices.map(bytesOf))
  switch (part.type) {
    case 'string':
      return (
        PUNCTUATION_BYTES +
        (part.maxLength === undefined ? UNLIMITED_TEXT_BYTES : part.maxLength * CHARACTER_BYTES)
      )
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return PUNCTUATION_BYTES + NUMBER_BYTES
    case 'array':
      return typeof part.items === 'object' && !Array.isArray(part.items) && part.maxItems !== undefined
        ? PUNCTUATION_BYTES + part.maxItems * bytesOf(part.items)
        : UNKNOWN_BYTES
    case 'object':
      if (typeof part.additionalProperties === 'object') return UNKNOWN_BYTES
      return Object.entries(part.properties ?? {}).reduce(
        (sum, [name, value]) => sum + PUNCTUATION_BYTES + name.length + bytesOf(value),
        PUNCTUATION_BYTES,
      )
    default:
      return UNKNOWN_BYTES
  }
}
