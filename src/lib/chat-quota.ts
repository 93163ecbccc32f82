import * as z from 'zod/mini'
import type { Fetch } from './bounded-fetch.ts'

/** What providers call it when an account, a project or an organization has nothing left to spend. */
export const QUOTA_CODES = [
  'insufficient_quota',
  'credit_balance_exhausted',
  'organization_spend_limit_exceeded',
  'project_spend_limit_exceeded',
  'organization_usage_limit_exceeded',
] as const

const codes: ReadonlySet<unknown> = new Set(QUOTA_CODES)

/** Whether a refusal says that quota or credit is used up, and not merely that one should slow down. */
export function hasSpentQuota(status: number, { code, type }: { code?: unknown; type?: unknown }): boolean {
  return status === 402 || (status === 429 && (codes.has(code) || codes.has(type)))
}

const Refusal = z.object({
  error: z.object({ code: z.optional(z.unknown()), type: z.optional(z.unknown()) }),
})

/** Asking again would only be refused again: tells the client library so, in the header that it obeys. */
export function withoutRetryOnQuota(fetch: Fetch): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init)
    if (response.status !== 429) return response
    const body = await response.text()
    const headers = new Headers(response.headers)
    const { data } = Refusal.safeParse(parseJson(body))
    if (data && hasSpentQuota(response.status, data.error)) headers.set('x-should-retry', 'false')
    return new Response(body, { status: response.status, headers })
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
