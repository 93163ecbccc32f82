export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An answer that is not OK. Its message is the status, a colon and a space, then the body or else the status text. */
export class ApiError extends Error {
  readonly status: number
  readonly body: string
  /** What the server says to the person, if the answer is one of its refusals. */
  readonly serverMessage: string | null
  /** What the refusal is called, such as `proof_required`; null if it is none of the server's. */
  readonly code: string | null
  /** What is wrong with which field. */
  readonly fields: Record<string, string>

  constructor({ status, statusText }: Response, body: string) {
    super(`${status}: ${body || statusText}`)
    this.name = 'ApiError'
    this.status = status
    this.body = body
    const refusal = readRefusal(body)
    this.serverMessage = refusal?.message ?? null
    this.code = refusal?.code ?? null
    this.fields = refusal?.fields ?? {}
  }
}

/**
 * Calls the server and answers its JSON. `headers` go with the request's own. Throws ApiError when the answer is not
 * OK, and TypeError when there is none: the network is down or the server is gone.
 */
export async function request<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return await (await send(method, path, body, headers)).json()
}

/**
 * The same for an answer of which more than the JSON is wanted. A blob is sent as it is, as JSON unless it has another
 * type. Throws AbortError, too, once `signal` is aborted.
 */
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
  /** Called with the part that was sent, in percent. */
  onProgress: (percent: number) => void
}

/**
 * Sends a file, and tells how far it is, which fetch can't. Throws ApiError, TypeError when there is no answer, and
 * AbortError.
 */
export function upload(
  path: string,
  file: Blob,
  { headers, signal, onProgress }: UploadOptions,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const call = new XMLHttpRequest()
    call.open('POST', path)
    for (const [name, value] of Object.entries({ 'content-type': file.type, ...headers })) {
      call.setRequestHeader(name, value)
    }
    call.upload.onprogress = ({ loaded, total }) =>
      onProgress(Math.round((100 * loaded) / Math.max(total, 1)))
    call.onload = () => {
      const response = new Response(call.responseText, { status: call.status, statusText: call.statusText })
      if (response.ok) resolve(response)
      else reject(new ApiError(response, call.responseText))
    }
    call.onerror = () => reject(new TypeError('the server did not answer'))
    call.onabort = () => reject(new DOMException('the upload was canceled', 'AbortError'))
    signal.addEventListener('abort', () => call.abort())
    call.send(file)
  })
}

/** What the server says is wrong with each field; nothing where it says nothing about them. */
export const fieldsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? error.fields : {}

type Refusal = { message: string; code: string | null; fields: Record<string, string> }

function readRefusal(body: string): Refusal | null {
  const answer = parseJson(body)
  if (typeof answer !== 'object' || answer === null) return null
  if (!('message' in answer) || typeof answer.message !== 'string') return null
  return {
    message: answer.message,
    code: 'code' in answer && typeof answer.code === 'string' ? answer.code : null,
    fields: 'fields' in answer ? readFields(answer.fields) : {},
  }
}

function readFields(fields: unknown): Record<string, string> {
  if (typeof fields !== 'object' || fields === null) return {}
  return Object.fromEntries(Object.entries(fields).filter(([, message]) => typeof message === 'string'))
}

/** A proxy in between may answer with a page of its own. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
