import type { Permission } from '#domain/permissions.ts'
import type { Method } from '#web/lib/routes.ts'
import type { Schema } from './schema-text.ts'

type Content = Record<string, { schema: Schema }>

type DescribedOperation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  'x-permission'?: Permission
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { description: string; content: Content; headers?: Record<string, unknown> }>
}

export type ApiDescription = {
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, DescribedOperation>>
}

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }

export type Operation = DescribedOperation & { method: Method; path: string }

export type Group = { name: string; operations: Operation[] }

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Groups operations by tag; keeps those that contain every word of `search` in method, path or texts. */
export function groupOperations({ tags, paths }: ApiDescription, search: string): Group[] {
  const words = search.toLowerCase().split(/\s+/)
  const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
    METHODS.flatMap((method) => {
      const described = byMethod[method.toLowerCase()]
      return described ? [{ ...described, method, path }] : []
    }),
  )
  const found = operations.filter(({ method, path, summary, tags, description = '' }) => {
    const text = `${method} ${path} ${tags} ${summary} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return tags.flatMap(({ name }) => {
    const own = found.filter((operation) => operation.tags.includes(name))
    return own.length > 0 ? [{ name, operations: own }] : []
  })
}
