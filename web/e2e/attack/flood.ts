import type { Server } from '#web/e2e/harness.ts'

export type Flood = { statuses: Map<number, number>; failed: number }

/** Without a response for this long, a connection counts as idle, and the server may close it. */
const IDLE_MS = 8_000

type Ask = { path: string; headers?: Record<string, string>; json?: object }

/** Sends `count` requests, `atOnce` in parallel, until `signal` aborts; reads every body. */
export async function flood(
  server: Server,
  { count, atOnce, signal }: { count: number; atOnce: number; signal: AbortSignal },
  ask: (number: number) => Ask,
): Promise<Flood> {
  const statuses = new Map<number, number>()
  let failed = 0
  let next = 0
  const client = async () => {
    while (next < count && !signal.aborted) {
      const { path, headers = {}, json } = ask(next++)
      const sent = json && {
        method: 'POST',
        body: JSON.stringify(json),
        headers: { ...headers, 'content-type': 'application/json' },
      }
      const began = performance.now()
      try {
        const answer = await fetch(server.url + path, { headers, redirect: 'manual', signal, ...sent })
        await answer.bytes()
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      } catch {
        if (performance.now() - began < IDLE_MS) failed += 1
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return { statuses, failed }
}

/** A header that simulates a separate network; the server needs MANY_ADDRESSES. */
export const fromNetwork = (number: number): Record<string, string> => ({
  'x-forwarded-for': `10.${(number >> 8) & 255}.${number & 255}.1`,
})
