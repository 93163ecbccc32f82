import type { Api } from '#src/app.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Route = { body: unknown; params: unknown; query: unknown; response: unknown }

/** The paths of all routes with the method, such as `/api/admin/contacts/:id`. */
export type PathOf<M extends Method = 'GET'> = PathIn<Api, Lowercase<M>, ''>

type PathIn<Tree, M extends string, Start extends string> = {
  [Segment in keyof Tree & string]: Tree[Segment] extends Route
    ? never
    :
        | (Tree[Segment] extends { [Key in M]: Route } ? `${Start}/${Segment}` : never)
        | PathIn<Tree[Segment], M, `${Start}/${Segment}`>
}[keyof Tree & string]

type RouteAt<M extends Method, Path extends string> = RouteIn<Api, Path, Lowercase<M>>

type RouteIn<Tree, Path extends string, M extends string> = Path extends `/${infer Segment}/${infer Rest}`
  ? Segment extends keyof Tree
    ? RouteIn<Tree[Segment], `/${Rest}`, M>
    : never
  : Path extends `/${infer Segment}`
    ? Segment extends keyof Tree
      ? M extends keyof Tree[Segment]
        ? Tree[Segment][M] extends Route
          ? Tree[Segment][M]
          : never
        : never
      : never
    : never

/** What the server sends on success. */
export type Answer<M extends Method, Path extends string> = RouteAt<M, Path>['response'] extends infer Answers
  ? Answers[keyof Answers & (200 | 201 | 202)]
  : never

/** What a call of the route must and may give. A route without a schema for its body takes a file. */
export type Input<M extends Method, Path extends string> = InputOf<RouteAt<M, Path>>

type InputOf<R extends Route> = Given<'params', R['params']> &
  (IsEmpty<R['query']> extends true ? unknown : { query?: Query<R['query']> }) &
  (IsEmpty<R['body']> extends true ? { body?: Blob } : { body: R['body'] })

type Given<Name extends string, Values> = IsEmpty<Values> extends true ? unknown : { [Key in Name]: Values }

type IsEmpty<Values> = keyof Values extends never ? (object extends Values ? true : false) : false

/** The server has defaults, and reads everything but text from text. */
type Query<Values> = {
  [Name in keyof Values]?: NonNullable<Values[Name]> extends string ? Values[Name] : string | number
}

/** An argument that may be omitted if none of its fields is required. */
export type Argument<Value> = object extends Value ? [input?: Value] : [input: Value]
