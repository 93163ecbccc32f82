/** The keywords of JSON Schema that the API's description uses. */
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

/** The type of a value and its limits in a few words: "string, 1–200 characters". */
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

/** Every integer that JavaScript holds exactly: no limit that anyone would set. */
const isRealLimit = (limit: number | undefined) =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER

function limits(least: number | undefined, most: number | undefined, unit: string): string {
  const [low, high] = [least, most].map((limit) =>
    isRealLimit(limit) ? limit?.toLocaleString('en') : undefined,
  )
  if (low === undefined && high === undefined) return ''
  if (low === undefined) return `at most ${high} ${unit}`.trimEnd()
  return high === undefined ? `at least ${low} ${unit}`.trimEnd() : `${low}–${high} ${unit}`.trimEnd()
}

/** The fields of an object, those of nested objects and lists included, by their paths: `items[].name`. */
export function listFields(schema: Schema, prefix = ''): SchemaField[] {
  if (schema.items) return listFields(schema.items, `${prefix}[]`)
  const ways = (schema.anyOf ?? []).flatMap((way) => listFields(way, prefix))
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`
    const isRequired = schema.required?.includes(key) ?? false
    return [{ name, type: describeType(value), isRequired }, ...listFields(value, name)]
  })
  return [...ways, ...own]
}

/** A value as the schema wants it, to start from. */
export function makeExample(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [way] = schema.anyOf ?? []
  if (way) return makeExample(way)
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
