/** Runs `act` at most once per `ms`; other calls are dropped. `now` returns milliseconds. */
export function atMostEvery<Given extends unknown[]>(
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
