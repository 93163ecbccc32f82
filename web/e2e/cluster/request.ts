import { WAIT_MS } from '#src/testing/time-limits.ts'

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

let calls = 0

/** A new network for each call, so that no rate limit applies. */
export function newAddress(): string {
  calls += 1
  return `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

let visits = 0

/** Number of page requests, each from another address. */
export const countVisits = () => visits

export type RequestOptions = {
  method?: 'POST' | 'PUT'
  json?: unknown
  token?: string | undefined
  address?: string
}

/** Returns status 0 without a response. */
export async function sendRequest(
  url: string,
  { method = 'POST', json, token, address = newAddress() }: RequestOptions = {},
) {
  if (!/^\/(?:api\/|readyz|healthz|metrics)/.test(new URL(url).pathname)) visits += 1
  const headers = {
    ...BROWSER,
    'x-forwarded-for': address,
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  try {
    const response = await fetch(url, {
      ...(json === undefined ? {} : { method, body: JSON.stringify(json) }),
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(WAIT_MS),
    })
    const text = await response.text()
    return { status: response.status, body: readJson(response, text), text }
  } catch (error) {
    if (error instanceof Error) return { status: 0, body: null, text: '' }
    throw error
  }
}

const RETRY_EVERY_MS = 250

/** Retries until the database is available; `makeOptions` runs for each attempt. */
export async function retryRequest(url: string, makeOptions: () => RequestOptions) {
  const statuses: number[] = []
  const began = performance.now()
  for (;;) {
    const response = await sendRequest(url, makeOptions())
    statuses.push(response.status)
    if (response.status !== 0 && response.status < 500) return response
    if (performance.now() - began > WAIT_MS) throw new Error(`${url} keeps failing: ${statuses.join(', ')}`)
    await Bun.sleep(RETRY_EVERY_MS)
  }
}

function readJson(response: Response, text: string) {
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null
}
