/** Calls `make` on first use and keeps its result, unless it fails. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let kept: Promise<Value> | undefined
  return () => {
    kept ??= make().catch((error) => {
      kept = undefined
      throw error
    })
    return kept
  }
}
