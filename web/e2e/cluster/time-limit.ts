/** Rejects with the name of the work if it takes longer. */
export async function withTimeLimit<Value>(
  seconds: number,
  what: string,
  work: Promise<Value>,
): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`${what} took longer than ${seconds} s`)),
    seconds * 1000,
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
