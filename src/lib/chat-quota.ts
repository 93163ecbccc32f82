import * as z from 'zod/mini'
import type { Fetch } from './bounded-fetch.ts'
import { parseJson } from './parse-json.ts'

export const QUOTA_CODES = [
  'insufficient_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
] as const

const codes: ReadonlySet<unknown> = new Set(QUOTA_CODES)

/** Distinguishes exhausted quota or credit from a rate limit. */
export function isQuotaError(status: number, { code, type }: { code?: unknown; type?: unknown }): boolean {
  return status === 402 || code === 402 || codes.has(code) || codes.has(type)
}

const Refusal = z.object({
  error: z.object({ code: z.optional(z.unknown()), type: z.optional(z.unknown()) }),
})

/** Stops the client library from retrying. */
export function withoutRetryOnQuota(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (response.status !== 429) return response
    const body = await response.text()
    const headers = new Headers(response.headers)
    const { data } = Refusal.safeParse(parseJson(body))
    if (data && isQuotaError(response.status, data.error)) headers.set('x-should-retry', 'false')
    return new Response(body, { status: response.status, headers })
  }
}
