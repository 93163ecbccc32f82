import type { Operation } from './description.ts'

export type CallInput = { values: Record<string, string>; body: string }

/** Fills in path and query parameters; omits blank query parameters. */
export function fillPath({ path, parameters = [] }: Operation, values: Record<string, string>): string {
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: location }) => {
      const value = values[name] ?? ''
      return location === 'query' && value !== '' ? [[name, value]] : []
    }),
  )
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** The call as a curl command for a POSIX shell, without the token. */
export function writeCurl(origin: string, operation: Operation, { values, body }: CallInput): string {
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
