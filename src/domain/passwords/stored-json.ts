export type ReadField = (name: string) => unknown

export const readStoredText = (text: string | null): ReadField => fieldsOf(parse(text))

export function fieldsOf(value: unknown): ReadField {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return () => undefined
  const fields = new Map(Object.entries(value))
  return (name) => fields.get(name)
}

export const booleanOr = (fallback: boolean, value: unknown): boolean =>
  typeof value === 'boolean' ? value : fallback

export function integerOr(
  fallback: number,
  value: unknown,
  { min, max }: { min: number; max: number },
): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    ? value
    : fallback
}

function parse(text: string | null): unknown {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
