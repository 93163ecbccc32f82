import type { Operation } from './description.ts'

export type Filled = { values: Record<string, string>; body: string }

/** The address of a call, its path and query filled in; blank query parameters are left out. */
export function fillPath({ path, parameters = [] }: Operation, values: Record<string, string>): string {
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }) => {
      const value = values[name] ?? ''
      return place === 'query' && value !== '' ? [[name, value]] : []
    }),
  )
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** The same call for a POSIX shell; the token stays out of it. */
export function writeCurl(origin: string, operation: Operation, { values, body }: Filled): string {
  const [type] = Object.keys(operation.requestBody?.content ?? {})
  const isJson = type === 'application/json'
  const lines = [
    `curl -X ${operation.method} ${quote(origin + fillPath(operation, values))}`,
    operation['x-permission'] && '-H "Authorization: Bearer $TOKEN"',
    type && `-H ${quote(`Content-Type: ${type}`)}`,
    type && (isJson ? `-d ${quote(body)}` : '--data-binary @FILE'),
  ]
  return lines.filter(Boolean).join(' \\\n  ')
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
