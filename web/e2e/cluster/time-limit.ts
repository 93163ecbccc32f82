import { WAIT_MS } from '#src/testing/time-limits.ts'

/** Rejects with the name of the work if it takes longer. */
export async function withTimeLimit<Value>(
  what: string,
  work: Promise<Value>,
  limitMs: number = WAIT_MS,
): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`${what} took longer than ${limitMs / 1000} s`)),
    limitMs,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
