import type { Deps } from '#src/deps.ts'
import { callOf } from '#src/http/call.ts'
import { createRateLimit } from '#src/http/rate-limit.ts'
import { CHAT_TIMEOUT_SECONDS } from '#src/lib/chat-model.ts'
import { signedIn } from '#src/sessions/guard.ts'

/** The model's time, and a little for its answer to be stored and passed on. */
const SILENT_SECONDS = CHAT_TIMEOUT_SECONDS + 30

/**
 * Runs, for a request, what asks the AI provider and may take minutes; a client that goes away ends it. Throws AppError
 * rate_limited, and what the work throws.
 */
export type AiCalls = <Result>(
  request: Request,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>

/** Each administrator's calls are limited, whatever they are for: they cost. */
export function createAiCalls({ log }: Pick<Deps, 'log'>): AiCalls {
  const perMinute = createRateLimit({ attempts: 10, seconds: 60 })
  const perDay = createRateLimit({ attempts: 100, seconds: 86_400 })

  return async (request, work) => {
    const key = String(signedIn(request).user.id)
    await perMinute.take(key)
    await perDay.take(key)
    callOf(request).allowSilence(SILENT_SECONDS)
    try {
      return await work(request.signal)
    } catch (error) {
      if (!request.signal.aborted) log.warn('AI call failed', { requestId: callOf(request).id })
      throw error
    }
  }
}
