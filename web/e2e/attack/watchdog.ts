import { expect } from 'bun:test'
import { resolve } from 'node:path'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { slownessOf } from '#src/testing/fixed-work.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'

/** Processor time of the server's main thread before it answers /healthz, on the machine of WORK_MS. */
export const BUSY_MAX_MS = 250
/** Growth of resident memory during a hostile case. */
const GROWTH_MAX_MB = 150

export type Watched = {
  requests: number
  /** Requests without a response of status 200. */
  failed: number
  /** The longest response time of /healthz, which includes delays caused by the machine. */
  longestMs: number
  /** How long the server's main thread was busy until it answered, at most. */
  busyMs: number
  /** How many times as long this machine takes for a fixed piece of work; at least 1. */
  slowness: number
  /** Maximum minus minimum before the case. */
  grownMb: number
}

/**
 * One request: `at` is milliseconds since 1970, `resident` and `peak` bytes, the others milliseconds. The server's main
 * thread was busy for at least `busy` before it answered; a fixed piece of work took `worked`, if measured.
 */
export type Sample = {
  at: number
  answered: boolean
  wait: number
  busy: number
  worked: number | null
  resident: number
  peak: number
}

/** At most one every 50 ms. */
const IDLE_SAMPLES = shortOrLong(5, 15)
/** The server may keep working after clients have left. */
const SAMPLES_AFTER = 10

const CLIENT = resolve(import.meta.dir, 'watchdog-client.ts')

type Watching = {
  /** Aborts after `limitMs`. */
  signal: AbortSignal
  /** Resolves after `count` more requests to /healthz. */
  sampled(count: number): Promise<void>
  /** The longest response time so far. */
  longestMs(): number
}

/**
 * Runs a hostile case while another process requests /healthz every 50 ms on new connections, and measures for how long
 * the server's main thread was busy before it answered: in processor time, which doesn't depend on the machine's load.
 *
 *     await using server = await startServer({ flags: MANY_ADDRESSES })       // web/e2e/harness.ts: the executable
 *     await using server = await startSeeded({ seed: async (db) => { … } })   // or seeded-server.ts
 *     const watched = await watch(server, async ({ signal }) => { … })
 *     expectResponsive('Lists of posts', watched)
 *
 * `hostile` limits its size through shortOrLong. Put its assertions after expectResponsive, so that the figures are
 * printed in any case.
 */
export async function watch(
  server: { url: string; pid: number },
  hostile: (watching: Watching) => Promise<unknown>,
  { limitMs = shortOrLong(2, 10) * WAIT_MS }: { limitMs?: number } = {},
): Promise<Watched> {
  const client = Bun.spawn([process.execPath, CLIENT, server.url, String(server.pid)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const samples = readSamples(client.stdout)
  await samples.until(IDLE_SAMPLES, 0)
  const began = Date.now()
  const signal = AbortSignal.timeout(limitMs)
  const aborted = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => aborted.resolve())
  const sampled = (count: number) => samples.until(count, Date.now())
  const longestMs = () => samples.longestSince(began)
  try {
    await Promise.race([hostile({ signal, sampled, longestMs }), aborted.promise])
    await sampled(SAMPLES_AFTER)
  } finally {
    await client.stdin.end()
    await client.exited
  }
  return compare(await samples.all, began)
}

function readSamples(output: ReadableStream<Uint8Array<ArrayBuffer>>) {
  const samples: Sample[] = []
  let next = Promise.withResolvers<boolean>()
  const read = async () => {
    let rest = ''
    for await (const text of output.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      samples.push(...lines.map((line): Sample => JSON.parse(line)))
      next.resolve(true)
      next = Promise.withResolvers()
    }
    next.resolve(false)
    return samples
  }
  const allSince = (since: number) => samples.filter(({ at }) => at >= since)
  return {
    all: read(),
    longestSince: (since: number) => Math.max(0, ...allSince(since).map(({ wait }) => wait)),
    /** Resolves after `count` samples that began at `since` or later, or one failed; throws if the client ends before. */
    until: async (count: number, since: number) => {
      for (;;) {
        const later = allSince(since)
        if (later.length >= count || later.some(({ answered }) => !answered)) return
        if (!(await next.promise)) throw new Error('the watchdog client has ended')
      }
    },
  }
}

/** `began` is the start of the hostile case, in milliseconds since 1970. */
function compare(samples: Sample[], began: number): Watched {
  const idle = samples.filter(({ at }) => at < began)
  const during = samples.filter(({ at }) => at >= began)
  if (idle.length === 0 || during.length === 0) throw new Error('the watchdog has sent too few requests')
  const highest = (list: Sample[], of: (sample: Sample) => number) => Math.max(...list.map(of))
  const peak = highest(during, (sample) => sample.peak)
  // The peak of the process may be that of its start.
  const most =
    peak > highest(idle, (sample) => sample.peak) ? peak : highest(during, (sample) => sample.resident)
  return {
    requests: during.length,
    failed: during.filter(({ answered }) => !answered).length,
    longestMs: highest(during, ({ wait }) => wait),
    busyMs: highest(during, ({ busy }) => busy),
    slowness: slownessOf(samples.flatMap(({ worked }) => worked ?? [])),
    // The last idle sample may overlap the case; the lowest doesn't.
    grownMb: (most - Math.min(...idle.map(({ resident }) => resident))) / 1024 / 1024,
  }
}

export function expectResponsive(attack: string, watched: Watched): void {
  printFigures(attack, {
    requests: watched.requests,
    failed: watched.failed,
    'ms longest response': Math.round(watched.longestMs),
    'ms of processor time before it': Math.round(watched.busyMs),
    'times slower machine': watched.slowness.toFixed(1),
    'MB more': Math.round(watched.grownMb),
  })
  expect(watched.failed).toBe(0)
  expect(watched.busyMs).toBeLessThanOrEqual(BUSY_MAX_MS * watched.slowness)
  expect(watched.grownMb).toBeLessThanOrEqual(GROWTH_MAX_MB)
}
