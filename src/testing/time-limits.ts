/** For a single condition, in ms: only what is stuck takes this long, also on a slow machine. */
export const WAIT_MS = 120_000

/** For a test, in ms. Less than the ten minutes without a result after which scripts/test ends. */
export const TEST_MS = Number(process.env.PASSWRIGHT_TEST_MS ?? 300_000)

const POLL_MS = 10

type Truthy<Value> = Exclude<Value, false | 0 | '' | null | undefined>

/**
 * Reads again until the result is truthy, and returns it. Throws after WAIT_MS; `condition` names it in the error. Also
 * works with fake timers, which stop Bun.sleep and all clocks.
 */
export async function until<Value>(
  condition: string,
  read: () => Value | Promise<Value>,
): Promise<Truthy<Value>> {
  const started = performance.now()
  for (let paused = 0; Math.max(paused, performance.now() - started) <= WAIT_MS; paused += POLL_MS) {
    const value = await read()
    if (isTruthy(value)) return value
    await Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS).value
  }
  throw new Error(`gave up waiting until ${condition}`)
}

const isTruthy = <Value>(value: Value): value is Truthy<Value> => Boolean(value)
