/** The JSON Schema keywords that the API uses. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  required?: string[]
}

export type SchemaField = { name: string; type: string; isRequired: boolean }

/** A short description of type and limits, such as "string, 1–200 characters". */
export function describeType(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.anyOf) return schema.anyOf.map(describeType).join(' or ')
  const { format, minLength, maxLength, minimum, maximum, maxItems, items } = schema
  const type = [schema.type ?? 'any value'].flat().join(' or ')
  return [
    items ? `array of ${describeType(items)}` : type,
    format,
    limits(minLength, maxLength, 'characters'),
    limits(minimum, maximum, ''),
    limits(undefined, maxItems, 'items'),
    schema.default === undefined || schema.default === '' ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** zod adds the safe integer range as limits: not worth showing. */
const isRealLimit = (limit: number | undefined) =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER

function limits(min: number | undefined, max: number | undefined, unit: string): string {
  const [low, high] = [min, max].map((limit) =>
    isRealLimit(limit) ? limit?.toLocaleString('en') : undefined,
  )
  if (low === undefined && high === undefined) return ''
  if (low === undefined) return `at most ${high} ${unit}`.trimEnd()
  return high === undefined ? `at least ${low} ${unit}`.trimEnd() : `${low}–${high} ${unit}`.trimEnd()
}

/** Flattens nested objects and lists into paths such as `items[].name`. */
export function listFields(schema: Schema, prefix = ''): SchemaField[] {
  if (schema.items) return listFields(schema.items, `${prefix}[]`)
  const variants = (schema.anyOf ?? []).flatMap((variant) => listFields(variant, prefix))
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    const isRequired = schema.required?.includes(key) ?? false
    return [{ name, type: describeType(value), isRequired }, ...listFields(value, name)]
  })
  return [...variants, ...own]
}

/** A minimal valid value to start from. */
export function makeExample(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [variant] = schema.anyOf ?? []
  if (variant) return makeExample(variant)
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, value]) => [name, makeExample(value)]),
      )
    case 'array':
      return schema.items ? [makeExample(schema.items)] : []
    case 'integer':
    case 'number':
      return isRealLimit(schema.minimum) ? schema.minimum : 1
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return schema.format === 'email' ? 'name@example.com' : ''
  }
}
