import * as z from 'zod/mini'
import type { Permission } from '#domain/permissions.ts'
import { unauthorized } from '#src/errors.ts'
import type { Upload } from './body.ts'
import type { Call } from './call.ts'
import type { RateLimit } from './rate-limit.ts'
import { type Schema, validate } from './validate.ts'

/** The zod schema of a JSON response, or another media type. */
export type ResponseSchema = Schema | 'text/csv' | 'text/html' | 'application/vnd.sqlite3'

export const Done = z.object({ success: z.literal(true) })
export const DONE = { success: true } as const

/** For the API description; `internal` routes are omitted. */
type Description<A> =
  | {
      internal?: false
      summary: string
      note?: string
      response: A
    }
  | { internal: true }

type Common = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  rate?: RateLimit
  status?: number
  /** Rejects personal tokens. */
  sessionOnly?: true
  /**
   * For sensitive actions: requires that a password or passkey was used recently; `explicit`, for ways to sign in, that it
   * was after signing in. Implies `sessionOnly`.
   */
  needsProof?: true | 'explicit'
  /** Allowed while the user must change the password. */
  beforePasswordChange?: true
  /** Allowed while the user must set up a second step. */
  beforeSecondStep?: true
  streams?: { takes: Schema; bytes: number }
  upload?: Upload
}

type Inputs<P, Q, B> = { params?: P; query?: Q; body?: B }

type Given<P, Q, B> = { call: Call; params: z.output<P>; query: z.output<Q>; body: z.output<B> }

export type PageOptions<P> = { params?: P; rate?: RateLimit }
export type PageHandler<P> = (input: Given<P, Schema, Schema>) => object | Promise<object>

type Result<A> = Response | (A extends Schema ? z.output<A> : never)

type Handler<Input, A> = { handle(input: Input): NoInfer<Result<A>> | Promise<NoInfer<Result<A>>> }

type Raw = { call: Call; params: unknown; query: unknown; body: unknown }

type Declared<A, P, Q, B> = Common & Description<A> & Inputs<P, Q, B>

type OpenRoute<A, P, Q, B> = Declared<A, P, Q, B> & { access: 'public' } & Handler<Given<P, Q, B>, A>

type GuardedRoute<A, P, Q, B, Caller> = Declared<A, P, Q, B> & { access: Permission } & Handler<
    Given<P, Q, B> & Caller,
    A
  >

export type Route<Caller> = Declared<ResponseSchema, Schema, Schema, Schema> & {
  access: Permission | 'public'
  run(raw: Raw, caller: Caller | null): unknown
}

export function routesFor<Caller>() {
  function route<A extends ResponseSchema, P extends Schema, Q extends Schema, B extends Schema>(
    declared: OpenRoute<A, P, Q, B>,
  ): Route<Caller>
  function route<A extends ResponseSchema, P extends Schema, Q extends Schema, B extends Schema>(
    declared: GuardedRoute<A, P, Q, B, Caller>,
  ): Route<Caller>
  function route<A extends ResponseSchema, P extends Schema, Q extends Schema, B extends Schema>(
    declared: OpenRoute<A, P, Q, B> | GuardedRoute<A, P, Q, B, Caller>,
  ): Route<Caller> {
    const { handle, ...options } = declared
    const read = { params: reader(options.params), query: reader(options.query), body: reader(options.body) }
    const given = ({ call, params, query, body }: Raw): Given<P, Q, B> => ({
      call,
      params: read.params(params),
      query: read.query(query),
      body: read.body(body),
    })
    return {
      ...options,
      run: (raw, caller) => {
        if (declared.access === 'public') return declared.handle(given(raw))
        if (caller === null) throw unauthorized()
        return declared.handle({ ...given(raw), ...caller })
      },
    }
  }
  return route
}

function reader<S extends Schema>(schema: S | undefined): (value: unknown) => z.output<S>
function reader(schema: Schema | undefined): (value: unknown) => unknown {
  return schema ? (value) => validate(schema, value) : () => undefined
}
