import * as z from 'zod/mini'
import { PROOF_RULE } from '#domain/accounts.ts'
import { ErrorResponse } from '#domain/errors.ts'
import { isIrreversible, may, type Permission, ROLE_LABELS } from '#domain/permissions.ts'
import { ROLES } from '#domain/users.ts'
import type { Upload } from '#src/http/body.ts'
import type { DeclaredRoute } from '#src/http/declared-routes.ts'
import { describeTags, tagOf } from './tags.ts'

type Json = Record<string, unknown>

const ERROR = { $ref: '#/components/schemas/Error' }

const DESCRIPTION =
  'Sign in at `POST /api/admin/login` and send the token with each admin request: `Authorization: Bearer TOKEN`. Scripts use a personal token in the same way; create one on the account page.'

/** Generates an OpenAPI 3.1 document from the routes that have a summary. */
export function describeApi(
  routes: readonly DeclaredRoute[],
  { title, version, origin }: { title: string; version: string; origin: string },
) {
  const described = routes.filter(({ detail }) => detail.summary !== undefined)
  const paths: Record<string, Json> = {}
  for (const route of described) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version, description: DESCRIPTION, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: origin }],
    tags: describeTags(described.map(({ path }) => tagOf(path))),
    paths,
    components: {
      schemas: { Error: toSchema(ErrorResponse, 'output') },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

function operation(route: DeclaredRoute): Json {
  const { method, path, access, requirements, detail, query, response } = route
  const { streams, upload } = requirements
  const body = route.body ?? streams?.takes
  const permission = access === 'public' ? null : access
  const description = [
    detail.description,
    permission && describeRoles(permission),
    describeCredentials(route),
  ]
    .filter(Boolean)
    .join(' ')
  const parameters = [...inPath(path), ...(query ? inQuery(query) : [])]
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^a-zA-Z]+(\w?)/g, (_, first) => first.toUpperCase())}`,
    tags: [tagOf(path)],
    summary: detail.summary,
    ...(description === '' ? {} : { description }),
    ...(permission ? { 'x-permission': permission } : {}),
    security: permission ? [{ token: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: json(toSchema(body, 'input')) } } : {}),
    ...(upload ? { requestBody: { required: true, content: files(upload) } } : {}),
    responses: {
      [response.status]: {
        description: STATUS_TEXTS[response.status] ?? 'OK',
        content: content(route),
        ...headers(query),
      },
      ...errorResponses({
        permission,
        hasInput: Boolean(body ?? query ?? upload),
        hasPathParameter: path.includes(':'),
      }),
    },
  }
}

const STATUS_TEXTS: Record<number, string> = { 201: 'Created', 202: 'Accepted' }

function describeRoles(permission: Permission): string {
  const roles = ROLES.filter((role) => may(role, permission)).map((role) => ROLE_LABELS[role])
  return roles.length === ROLES.length ? 'Any signed-in role.' : `Roles: ${roles.join(', ')}.`
}

function describeCredentials({ access, requirements: { proof, sessionOnly } }: DeclaredRoute): string {
  if (access === 'public') return ''
  if (proof) {
    const since = proof === 'explicit' ? ', given after signing in' : ''
    return `Needs ${PROOF_RULE}${since}. ${NO_TOKENS}`
  }
  if (sessionOnly) return NO_TOKENS
  if (access === 'read') return ''
  return isIrreversible(access)
    ? `A session needs ${PROOF_RULE}, a personal token ${access}.`
    : `Personal tokens need ${access}.`
}

const NO_TOKENS = 'Closed to personal tokens.'

type ErrorCauses = { permission: Permission | null; hasInput: boolean; hasPathParameter: boolean }

function errorResponses({ permission, hasInput, hasPathParameter }: ErrorCauses): Json {
  const error = (description: string) => ({ description, content: json(ERROR) })
  const isForAll = !permission || ROLES.every((role) => may(role, permission))
  return {
    ...(hasInput && { 400: error('Invalid input; `fields` names each invalid field.') }),
    ...(permission && { 401: error('The token is missing, invalid or expired.') }),
    ...(!isForAll && { 403: error("The user's role does not allow this.") }),
    ...(hasPathParameter && { 404: error('Not found.') }),
    429: { ...error('Rate limit exceeded; retry after `Retry-After`.'), headers: RETRY_AFTER },
    default: error('Another error; see `code`.'),
  }
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds until the next attempt.', schema: { type: 'integer' } },
}

const json = (schema: Json) => ({ 'application/json': { schema } })

const files = ({ types }: Upload): Json =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

const content = ({ detail: { mediaType }, response: { schema } }: DeclaredRoute) =>
  mediaType || !schema
    ? { [mediaType ?? 'application/json']: { schema: { type: 'string' } } }
    : json(toSchema(schema, 'output'))

/** Pagination headers. */
function headers(query: z.core.$ZodType | null): Json {
  const names = query ? properties(query).map(([name]) => name) : []
  if (!names.includes('limit')) return {}
  const total = { description: 'Total number of items.', schema: { type: 'integer' } }
  const next = {
    description: '`after` of the next page; missing on the last one.',
    schema: { type: 'string' },
  }
  return { headers: { 'X-Total-Count': total, ...(names.includes('after') && { 'X-Next-Cursor': next }) } }
}

const inPath = (path: string): Json[] =>
  Array.from(path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: name?.toLowerCase().endsWith('id') ? 'integer' : 'string' },
  }))

const inQuery = (query: z.core.$ZodType): Json[] =>
  properties(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))

function properties(schema: z.core.$ZodType): [string, unknown][] {
  return Object.entries(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {})
}

function toSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
