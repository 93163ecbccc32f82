import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod'

/** As much of JSON Schema as the API description has. */
export const JsonSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
  get anyOf() {
    return z.array(JsonSchema).optional()
  },
  get items() {
    return JsonSchema.optional()
  },
  get properties() {
    return z.record(z.string(), JsonSchema).optional()
  },
  get additionalProperties() {
    return JsonSchema.optional()
  },
})
export type JsonSchema = z.infer<typeof JsonSchema>

/** Values that some of the fields take, so that not every pattern is met by chance. */
const WRITTEN = [
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
const LARGEST = 10_000

/** What a schema allows. */
export function allowed(schema: JsonSchema): Arbitrary<unknown> {
  const { type, anyOf, items, properties = {}, required = [], additionalProperties } = schema
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map(allowed))
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => allowed({ ...schema, type: one })))
  switch (type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? LARGEST, LARGEST) })
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? LARGEST, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(items ? allowed(items) : fc.jsonValue(), { maxLength: 3 })
    case 'object':
      return additionalProperties
        ? fc.dictionary(fc.constantFrom('Keyword', 'Position', 'a'), allowed(additionalProperties))
        : fc.record(
            Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, allowed(one)])),
            { requiredKeys: required },
          )
    default:
      return fc.jsonValue()
  }
}

function text({ pattern = '', minLength = 0, maxLength = 100 }: JsonSchema): Arbitrary<string> {
  const form = new RegExp(pattern, 'u')
  const anything = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 100) })
  return fc
    .oneof(fc.constantFrom(...WRITTEN), anything)
    .filter((one) => form.test(one) && one.length >= minLength && one.length <= maxLength)
}

/** What a schema may refuse: of another type, of none of the values, too small, large, short or long. */
export function doubtful({
  minimum,
  maximum,
  maxLength,
  maxItems,
  minLength,
}: JsonSchema): Arbitrary<unknown> {
  const edges = [
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined || maximum > LARGEST ? [] : [maximum + 1, maximum - 0.5]),
    ...(maxLength === undefined || maxLength > LARGEST ? [] : ['x'.repeat(maxLength + 1)]),
    ...(minLength === undefined ? [] : ['x'.repeat(Math.max(minLength - 1, 0))]),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => 'x')]),
  ]
  return fc.oneof(
    fc.constantFrom(...edges, null, 'neither', '', [], {}, true, 0.5),
    fc.jsonValue({ maxDepth: 2 }),
  )
}
