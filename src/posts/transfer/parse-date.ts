/** 2024-01-31, Jekyll's 2024-01-31 10:00:00 +0200, 2024-01-31T10:00:00.000Z and variants. */
const ISO_VARIANTS =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt\s]+(\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?)?\s*([Zz]|UTC|GMT|[+-]\d{2}:?\d{2})?$/

/** Wed, 31 Jan 2024 10:00:00 +0200 (RFC 2822). */
const RFC_2822 =
  /^(?:[A-Za-z]{3},\s*)?\d{1,2} [A-Za-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[A-Z]{1,5}|[+-]\d{4})$/

/** Returns ISO 8601 in UTC, the default time zone; null if unreadable. Numbers are milliseconds since 1970. */
export function parseDate(value: unknown): string | null {
  if (typeof value === 'number') return isoOf(value)
  if (typeof value !== 'string') return null
  const text = value.trim()
  if (RFC_2822.test(text)) return isoOf(text)
  const [match, day, minute = '00:00', second = ':00', zone = 'Z'] = ISO_VARIANTS.exec(text) ?? []
  if (match === undefined) return null
  const offset = /^[+-]/.test(zone) ? zone.replace(/^(...):?/, '$1:') : 'Z'
  return isoOf(`${day}T${minute}${second}${offset}`)
}

function isoOf(value: string | number): string | null {
  const date = new Date(value)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
