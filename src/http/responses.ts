import { singleWriteText } from './single-write.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'
export const NO_STORE = { 'cache-control': 'no-store' }

export const jsonBody = (value: unknown): BodyInit => singleWriteText(JSON.stringify(value))

/** For JSON responses of the API; never 204. */
export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(jsonBody(body), {
    status,
    headers: { 'content-type': JSON_TYPE, ...NO_STORE, ...headers },
  })
}
