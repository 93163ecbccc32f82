/** Wraps a function so that calls within `ms` of the last one that ran are left out. `now` is in milliseconds. */
export function seldom<Given extends unknown[]>(
  ms: number,
  now: () => number,
  act: (...given: Given) => void,
): (...given: Given) => void {
  let last = Number.NEGATIVE_INFINITY
  return (...given) => {
    const time = now()
    if (time - last < ms) return
    last = time
    act(...given)
  }
}
