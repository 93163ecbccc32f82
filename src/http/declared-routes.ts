import type { DocumentDecoration, InternalRoute } from 'elysia'
import type * as z from 'zod/mini'
import type { Permission } from '#domain/permissions.ts'
import type { Upload } from './body.ts'
import type { RateLimit } from './rate-limit.ts'

type Schema = z.core.$ZodType

/** What a route takes besides its schemas. Its handler reads a body that `streams` or is an `upload`. */
export type Limits = {
  rate?: RateLimit
  streams?: { takes: Schema; bytes: number }
  upload?: Upload
}

export type Requirements = Limits & {
  permission: Permission
  sessionOnly?: true
  /** A password or passkey was used recently; `explicit`: after signing in. Implies `sessionOnly`. */
  proof?: true | 'explicit'
  beforePasswordChange?: true
  beforeSecondStep?: true
}

declare module 'elysia/types' {
  interface DocumentDecoration {
    'x-permission'?: Permission | 'public'
    requirements?: Omit<Requirements, 'permission'>
    mediaType?: 'text/csv' | 'text/html' | 'application/vnd.sqlite3'
  }
}

export type DeclaredRoute = {
  method: string
  path: string
  access: Permission | 'public'
  requirements: Omit<Requirements, 'permission'>
  detail: DocumentDecoration
  body: Schema | null
  query: Schema | null
  response: { status: number; schema: Schema | null }
}

/** Throws for routes without access, and if `count` says that one was replaced, which Elysia does in silence. */
export function declaredRoutes(
  routes: readonly InternalRoute[],
  { count, isProtected }: { count: number; isProtected(method: string, path: string): boolean },
): DeclaredRoute[] {
  const declared = routes.map(({ method, path, hooks }) => {
    const detail: DocumentDecoration = hooks.detail ?? {}
    const access = detail['x-permission']
    if (access === undefined) throw new Error(`${method} ${path} has neither access nor open`)
    if (access === 'public' && isProtected(method, path))
      throw new Error(`${method} ${path} needs a permission`)
    return {
      method,
      path,
      access,
      requirements: detail.requirements ?? {},
      detail,
      body: schemaOf(hooks.body),
      query: schemaOf(hooks.query),
      response: responseOf(hooks.response),
    }
  })
  if (routes.length !== count)
    throw new Error(
      `routes declared twice, or with both access and open: ${count - routes.length} of ${count}`,
    )
  return declared
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

const schemaOf = (value: unknown): Schema | null => (isSchema(value) ? value : null)

function responseOf(value: unknown): DeclaredRoute['response'] {
  if (typeof value !== 'object' || value === null) return { status: 200, schema: null }
  if ('schema' in value) return { status: 200, schema: schemaOf(value.schema) }
  const [[status, answers] = ['200', null]] = Object.entries(value)
  return { ...responseOf(answers), status: Number(status) }
}
