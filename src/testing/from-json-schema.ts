import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'

export const JsonSchema = z.object({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  enum: z.optional(z.array(z.unknown())),
  pattern: z.optional(z.string()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  maxItems: z.optional(z.number()),
  required: z.optional(z.array(z.string())),
  get anyOf() {
    return z.optional(z.array(JsonSchema))
  },
  get items() {
    return z.optional(JsonSchema)
  },
  get properties() {
    return z.optional(z.record(z.string(), JsonSchema))
  },
  get additionalProperties() {
    return z.optional(JsonSchema)
  },
})
export type JsonSchema = z.infer<typeof JsonSchema>

/** Random text rarely matches the patterns; these do. */
const SAMPLES = [
  'Ada',
  'ada@example.com',
  'https://example.com/',
  '/about',
  'upload_1_a',
  'x'.repeat(43),
  '7',
  '2026-01-31',
  '0000-01-01',
]
const VALUE_MAX = 10_000

export function valid(schema: JsonSchema): Arbitrary<unknown> {
  const { type, anyOf, items, properties = {}, required = [], additionalProperties } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map(valid))
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => valid({ ...schema, type: one })))
  switch (type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? VALUE_MAX, VALUE_MAX) })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? VALUE_MAX, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(items ? valid(items) : fc.jsonValue(), { maxLength: 3 })
    case 'object':
      return additionalProperties
        ? fc.dictionary(fc.constantFrom('Keyword', 'Position', 'a'), valid(additionalProperties))
        : fc.record(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, valid(one)])), {
            requiredKeys: required,
          })
    default:
      return fc.jsonValue()
  }
}

const MISSES_MAX = 10_000

/** Throws if no text matches the pattern. */
function text({ pattern = '', minLength = 0, maxLength = 100 }: JsonSchema): Arbitrary<string> {
  const form = new RegExp(pattern, 'u')
  const fits = (one: string) => form.test(one) && one.length >= minLength && one.length <= maxLength
  let misses = 0
  // fast-check's filter would retry forever.
  const fitsSoon = (one: string) => {
    misses = fits(one) ? 0 : misses + 1
    if (misses > MISSES_MAX)
      throw new Error(`no text of ${minLength} to ${maxLength} characters matches ${form}`)
    return misses === 0
  }
  const samples = SAMPLES.filter(fits)
  if (pattern !== '' && samples.length === 0) return fc.stringMatching(form).filter(fitsSoon)
  const anything = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 100) })
  return fc.oneof(...(samples.length > 0 ? [fc.constantFrom(...samples)] : []), anything).filter(fitsSoon)
}

/** Other types, unlisted values, and values just beyond the limits. */
export function nearMiss({
  minimum,
  maximum,
  maxLength,
  maxItems,
  minLength,
}: JsonSchema): Arbitrary<unknown> {
  const edges = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined || maximum > VALUE_MAX ? [] : [maximum + 1, maximum - 0.5]),
    ...(maxLength === undefined || maxLength > VALUE_MAX ? [] : ['x'.repeat(maxLength + 1)]),
    ...(minLength === undefined ? [] : ['x'.repeat(Math.max(minLength - 1, 0))]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'x')]),
  ]
  return fc.oneof(
    fc.constantFrom(...edges, null, 'neither', '', [], {}, true, 0.5),
    fc.jsonValue({ maxDepth: 2 }),
  )
}
