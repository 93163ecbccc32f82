import * as z from 'zod/mini'
import type { Permission } from '#domain/permissions.ts'
import { unauthorized } from '#src/errors.ts'
import type { Upload } from './body.ts'
import type { Call } from './call.ts'
import type { RateLimit } from './rate-limit.ts'
import { type Schema, validated } from './validated.ts'

/** What a good answer holds: JSON of this shape, or something else than JSON. */
export type Answer = Schema | 'text/csv' | 'text/html' | 'application/vnd.sqlite3'

/** `{ success: true }`: what a route answers that has nothing else to say. */
export const Done = z.object({ success: z.literal(true) })
export const DONE = { success: true } as const

/** For the API description; `internal` routes are left out of it. */
type Description<A> =
  | {
      internal?: false
      /** A line in the imperative. */
      summary: string
      /** What a caller has to know beyond that: whole sentences. */
      note?: string
      answer: A
    }
  | { internal: true }

type Common = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Of its own, per network; without one, calls of the API share theirs and pages have none. */
  rate?: RateLimit
  /** Of a good answer; 200 if not given. */
  status?: number
  /** Not for programs with a personal token. */
  sessionOnly?: true
  /** Can't be undone: asks for the password or passkey again where the last time was long ago. Implies `sessionOnly`. */
  needsProof?: true
  /** Also for someone who has to set a new password before anything else. */
  beforePasswordChange?: true
  /** Also for someone who has to set up a second step before anything else. */
  beforeSecondStep?: true
  /** The handler reads the body itself, as a stream of at most so many bytes. */
  streams?: { takes: Schema; bytes: number }
  /** The body is a file, which the handler reads itself. */
  upload?: Upload
}

/** Schemas of what is taken; what has none is not read. */
type Inputs<P, Q, B> = { params?: P; query?: Q; body?: B }

type Given<P, Q, B> = { call: Call; params: z.output<P>; query: z.output<Q>; body: z.output<B> }

/** Of a page: what it takes beside its path, and what handles it. */
export type PageOptions<P> = { params?: P; rate?: RateLimit }
export type PageHandler<P> = (asked: Given<P, Schema, Schema>) => object | Promise<object>

type Result<A> = Response | (A extends Schema ? z.output<A> : never)

type Handler<Asked, A> = { handle(asked: Asked): NoInfer<Result<A>> | Promise<NoInfer<Result<A>>> }

/** What arrived, before it is validated. */
type Raw = { call: Call; params: unknown; query: unknown; body: unknown }

type Declared<A, P, Q, B> = Common & Description<A> & Inputs<P, Q, B>

type OpenRoute<A, P, Q, B> = Declared<A, P, Q, B> & { access: 'public' } & Handler<Given<P, Q, B>, A>

type GuardedRoute<A, P, Q, B, Caller> = Declared<A, P, Q, B> & { access: Permission } & Handler<
    Given<P, Q, B> & Caller,
    A
  >

/** All there is to say about a route. `Caller` is who may be asking where a permission is needed. */
export type Route<Caller> = Declared<Answer, Schema, Schema, Schema> & {
  access: Permission | 'public'
  /** Validates the input and handles the request. Throws AppError. */
  run(raw: Raw, caller: Caller | null): unknown
}

/** Makes the function that declares a route, for an app whose callers are of this kind. */
export function routesFor<Caller>() {
  function route<A extends Answer, P extends Schema, Q extends Schema, B extends Schema>(
    declared: OpenRoute<A, P, Q, B>,
  ): Route<Caller>
  function route<A extends Answer, P extends Schema, Q extends Schema, B extends Schema>(
    declared: GuardedRoute<A, P, Q, B, Caller>,
  ): Route<Caller>
  function route<A extends Answer, P extends Schema, Q extends Schema, B extends Schema>(
    declared: OpenRoute<A, P, Q, B> | GuardedRoute<A, P, Q, B, Caller>,
  ): Route<Caller> {
    const { handle, ...about } = declared
    const read = { params: reader(about.params), query: reader(about.query), body: reader(about.body) }
    const given = ({ call, params, query, body }: Raw): Given<P, Q, B> => ({
      call,
      params: read.params(params),
      query: read.query(query),
      body: read.body(body),
    })
    return {
      ...about,
      run: (raw, caller) => {
        if (declared.access === 'public') return declared.handle(given(raw))
        if (caller === null) throw unauthorized()
        return declared.handle({ ...given(raw), ...caller })
      },
    }
  }
  return route
}

/** Without a schema nothing is handed over. */
function reader<S extends Schema>(schema: S | undefined): (value: unknown) => z.output<S> {
  if (schema) return (value) => validated(schema, value)
  const nothing = z.parse(z.custom<z.output<S>>(), undefined)
  return () => nothing
}
