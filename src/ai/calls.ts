import type { User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'

/** Idle timeout of the connection: the model's timeout plus time to store and send the result. */

const BUDGETS = [
  { name: 'AI calls per minute', rule: { kind: 'window', attempts: 10, everyMs: 60_000 } },
  { name: 'AI calls per day', rule: { kind: 'window', attempts: 100, everyMs: 86_400_000 } },
] as const

/** Runs a slow AI request. Aborts when the client disconnects. Throws AppError rate_limited and the errors of `work`. */
export type AiCalls = <Result>(
  call: Call,
  user: User,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>

/** Limits calls per user, because they cost money. */
export function createAiCalls({ log, sharedLimits }: Pick<Deps, 'log' | 'sharedLimits'>): AiCalls {
  return async ({ id, request }, user, work) => {
    const key = String(user.id)
    await sharedLimits.take(BUDGETS.map((budget) => ({ ...budget, key })))
    try {
      return await work(request.signal)
    } catch (error) {
      if (!request.signal.aborted) log.warn('AI call failed', { requestId: id })
      throw error
    }
  }
}
