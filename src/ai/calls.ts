import type { User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { CHAT_TIMEOUT_SECONDS } from '#src/lib/chat-model.ts'

/** The model's time, and a little for its answer to be stored and passed on. */
const SILENT_SECONDS = CHAT_TIMEOUT_SECONDS + 30

/**
 * Runs, for a request, what asks the AI provider and may take minutes; a client that goes away ends it. Throws AppError
 * rate_limited, and what the work throws.
 */
export type AiCalls = <Result>(
  call: Call,
  user: User,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>

/** Each administrator's calls are limited, whatever they are for: they cost. */
export function createAiCalls({ log }: Pick<Deps, 'log'>): AiCalls {
  const perMinute = createRateLimit({ attempts: 10, seconds: 60 })
  const perDay = createRateLimit({ attempts: 100, seconds: 86_400 })

  return async ({ id, request, allowSilence }, user, work) => {
    const key = String(user.id)
    await perMinute.take(key)
    await perDay.take(key)
    allowSilence(SILENT_SECONDS)
    try {
      return await work(request.signal)
    } catch (error) {
      if (!request.signal.aborted) log.warn('AI call failed', { requestId: id })
      throw error
    }
  }
}
