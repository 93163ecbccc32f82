import type { User } from '#domain/users.ts'
import type { Deps } from '#src/deps.ts'
import type { Call } from '#src/http/call.ts'

/** Runs a slow AI request. Aborts when the client disconnects. Throws AppError rate_limited and the errors of `work`. */
export type AiCalls = <Result>(
  call: Call,
  user: User,
  work: (signal: AbortSignal) => Promise<Result>,
) => Promise<Result>

/** Limits calls per user. */
export function createAiCalls({ log, sharedLimits }: Pick<Deps, 'log' | 'sharedLimits'>): AiCalls {
  return async ({ id, request }, user, work) => {
    const key = String(user.id)
    await sharedLimits.take([
      { of: 'aiCallsOfUser', key },
      { of: 'aiCallsOfUserInDay', key },
    ])
    try {
      return await work(request.signal)
    } catch (error) {
      if (!request.signal.aborted) log.warn('AI call failed', { requestId: id })
      throw error
    }
  }
}
