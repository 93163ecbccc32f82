import { rateLimited } from '#src/errors.ts'
import type { Call } from './call.ts'
import { createRateLimit, networkOf } from './rate-limit.ts'

type Limit = { path: string; attempts: number; seconds: number }

/**
 * What one network may ask; the first path that starts the request's counts, so each has its own purse. A dragged length
 * slider makes dozens of events and 'Generate Multiple' ten: were those counted with the rest, playing with the sliders
 * would keep an administrator at the same address from working. Other pages and files have no limit: they come from memory,
 * and an office behind one address may well be a thousand readers.
 */
const LIMITS: Limit[] = [
  { path: '/api/track/', attempts: 600, seconds: 60 },
  // Lists of whole posts are the largest answers that strangers get.
  { path: '/api/blog/', attempts: 100, seconds: 10 },
  { path: '/api/', attempts: 300, seconds: 10 },
  // Whoever is shown a draft reads it a few times.
  { path: '/blog/preview/', attempts: 60, seconds: 60 },
]

/** Counts a request, before anything of it costs more than that. Throws AppError rate_limited. */
export function createRequestLimits(): (call: Call) => Promise<void> {
  const limits = LIMITS.map(({ path, ...limit }) => ({ path, limit: createRateLimit(limit) }))
  return async ({ url, address }) => {
    const found = limits.find(({ path }) => url.pathname.startsWith(path))
    const seconds = found ? await found.limit.wait(networkOf(address)) : 0
    if (seconds > 0) throw rateLimited(seconds)
  }
}
