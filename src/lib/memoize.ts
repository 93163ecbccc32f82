/** Clients can invent keys, so at `max` all results are dropped: cheaper than tracking the least recently used. */
export function memoize<Result extends {}>(max: number, compute: (key: string) => Result) {
  const known = new Map<string, Result>()
  return (key: string): Result => {
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    if (known.size >= max) known.clear()
    const result = compute(key)
    known.set(key, result)
    return result
  }
}
