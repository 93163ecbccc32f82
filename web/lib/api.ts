import type { Answer, Argument, Input, Method, PathOf } from './routes.ts'

/** For responses that aren't OK. The last three fields are from the server's JSON, if any. */
export class ApiError extends Error {
  readonly status: number
  readonly body: string
  readonly serverMessage: string | null
  readonly code: string | null
  readonly fields: Record<string, string>

  constructor({ status, statusText }: Response, body: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    const error = readErrorBody(body)
    this.serverMessage = error?.message ?? null
    this.code = error?.code ?? null
    this.fields = error?.fields ?? {}
  }
}

/** Returns the parsed JSON. Throws ApiError unless OK, TypeError without a response. */
export function request<M extends Method, Path extends PathOf<M>>(
  method: M,
  path: Path,
  ...input: Argument<Input<M, Path> & { headers?: Record<string, string> }>
): Promise<Answer<M, Path>>
export async function request(
  method: Method,
  path: string,
  { body, headers, ...values }: Call & { headers?: Record<string, string> } = {},
): Promise<unknown> {
  return await (await send(method, fillIn(path, values), body, headers)).json()
}

type Values = Readonly<Record<string, string | number | boolean | undefined>>

export type RouteValues = { params?: Values; query?: Values }

export type Call = RouteValues & { body?: unknown }

/** The URL of a route's path such as `/api/blog/posts/:slug`. */
export function fillIn(path: string, { params = {}, query = {} }: RouteValues): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`
}

/** The URL of a GET route. */
export function urlOf<Path extends PathOf>(
  path: Path,
  ...values: Argument<Omit<Input<'GET', Path>, 'body'>>
): string
export function urlOf(path: string, values: RouteValues = {}): string {
  return fillIn(path, values)
}

/** Blobs are sent as is, others as JSON. Also throws AbortError. */
export async function send(
  method: Method,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<Response> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { ...(body === undefined ? {} : { 'content-type': typeOf(body) }), ...headers },
    ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  if (!response.ok) throw new ApiError(response, await response.text())
  return response
}

const typeOf = (body: unknown): string => (body instanceof Blob && body.type) || 'application/json'

type UploadOptions = {
  headers: Record<string, string>
  signal: AbortSignal
  onProgress: (percent: number) => void
}

/** Uses XMLHttpRequest, because fetch has no upload progress. Throws as `send` does. */
export function upload(
  path: string,
  file: Blob,
  { headers, signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const xhr = new XMLHttpRequest()
    xhr.open('POST', path)
    for (const [name, value] of Object.entries({ 'content-type': file.type, ...headers })) {
      xhr.setRequestHeader(name, value)
    }
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / Math.max(total, 1)))
    xhr.onload = () => {
      const response = new Response(xhr.responseText, { status: xhr.status, statusText: xhr.statusText })
      if (response.ok) resolve(response)
      else reject(new ApiError(response, xhr.responseText))
    }
    xhr.onerror = () => reject(new TypeError('the server did not respond'))
    xhr.onabort = () => reject(new DOMException('the upload was canceled', 'AbortError'))
    signal.addEventListener('abort', () => xhr.abort())
    xhr.send(file)
  })
}

export const fieldsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? error.fields : {}

type ErrorBody = { message: string; code: string | null; fields: Record<string, string> }

function readErrorBody(body: string): ErrorBody | null {
  const error = parseJson(body)
  if (typeof error !== 'object' || error === null) return null
  if (!('message' in error) || typeof error.message !== 'string') return null
  return {
    message: error.message,
    code: 'code' in error && typeof error.code === 'string' ? error.code : null,
    fields: 'fields' in error ? readFields(error.fields) : {},
  }
}

function readFields(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(Object.entries(fields).filter(([, message]) => typeof message === 'string'))
}

/** A proxy may respond with HTML. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
