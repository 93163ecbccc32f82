import { expect } from 'bun:test'
import { resolve } from 'node:path'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'

/** For /healthz during a hostile case, excluding delays caused by the machine. */
const WAIT_MAX_MS = 250
/** Growth of resident memory during a hostile case. */
const GROWTH_MAX_MB = 150

export type Watched = {
  requests: number
  /** The longest response time of /healthz; failures count as TIMEOUT_MS. */
  longestMs: number
  /** The same before the case. */
  idleMs: number
  /** The same for a bare server, requested simultaneously. */
  bareMs: number
  /** The longest wait for a core during a request, of server or client. */
  queuedMs: number
  /** The longest response time minus `queuedMs` or `bareMs`, whichever is longer. */
  excessMs: number
  /** Maximum minus minimum before the case. */
  grownMb: number
}

/** One sample: `at` is milliseconds since 1970, `resident` bytes, the others milliseconds. */
type Sample = { at: number; wait: number; bare: number; queued: number; resident: number }

/** At most one every 50 ms. */
const IDLE_SAMPLES = shortOrLong(15, 30)
/** The server may keep working after clients have left. */
const SAMPLES_AFTER = 10

const CLIENT = resolve(import.meta.dir, 'watchdog-client.ts')

/**
 * Runs a hostile case while another process requests /healthz every 50 ms on new connections, after an idle period for
 * comparison. On a shared machine, waits for a core and delays of a bare server are subtracted.
 *
 *     await using server = await startServer({ flags: MANY_ADDRESSES })       // web/e2e/harness.ts: the executable
 *     await using server = await startSeeded({ seed: async (db) => { … } })   // or seeded-server.ts
 *     const watched = await watch(server, async (signal) => { … })
 *     expectResponsive('Lists of posts', watched)
 *
 * `hostile` limits its size through shortOrLong and ends when `signal` aborts, after `seconds`. Put its assertions after
 * expectResponsive, so that the figures are printed in any case.
 */
export async function watch(
  server: { url: string; pid: number },
  hostile: (signal: AbortSignal) => Promise<unknown>,
  { seconds = 30 }: { seconds?: number } = {},
): Promise<Watched> {
  const client = Bun.spawn([process.execPath, CLIENT, server.url, String(server.pid)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const samples = readSamples(client.stdout)
  await samples.until(IDLE_SAMPLES, 0)
  const began = Date.now()
  const over = AbortSignal.timeout(seconds * 1000)
  const aborted = Promise.withResolvers<void>()
  over.addEventListener('abort', () => aborted.resolve())
  try {
    await Promise.race([hostile(over), aborted.promise])
    await samples.until(SAMPLES_AFTER, Date.now())
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
  return {
    all: read(),
    /** Resolves after `count` samples that began at `since` or later; throws if the client ends before. */
    until: async (count: number, since: number) => {
      while (samples.filter(({ at }) => at >= since).length < count) {
        if (!(await next.promise)) throw new Error('the watchdog client has ended')
      }
    },
  }
}

/** `began` is the start of the hostile case, in milliseconds since 1970. */
export function compare(samples: Sample[], began: number): Watched {
  const idle = samples.filter(({ at }) => at < began)
  const during = samples.filter(({ at }) => at >= began)
  if (idle.length === 0 || during.length === 0) throw new Error('the watchdog has sent too few requests')
  const lowest = (list: Sample[]) => Math.min(...list.map(({ resident }) => resident))
  const highest = (list: Sample[], of: (sample: Sample) => number) => Math.max(...list.map(of))
  return {
    requests: during.length,
    longestMs: highest(during, ({ wait }) => wait),
    idleMs: highest(idle, ({ wait }) => wait),
    bareMs: highest(during, ({ bare }) => bare),
    queuedMs: highest(during, ({ queued }) => queued),
    excessMs: highest(during, ({ wait, bare, queued }) => wait - Math.max(bare, queued)),
    // The last idle sample may overlap the case; the lowest doesn't.
    grownMb: (highest(during, ({ resident }) => resident) - lowest(idle)) / 1024 / 1024,
  }
}

export function expectResponsive(attack: string, watched: Watched): void {
  printFigures(attack, {
    requests: watched.requests,
    'ms longest response': Math.round(watched.longestMs),
    'ms due to the server': Math.round(watched.excessMs),
    'ms longest wait for a core': Math.round(watched.queuedMs),
    'ms longest response of a bare server': Math.round(watched.bareMs),
    'ms when idle': Math.round(watched.idleMs),
    'MB more': Math.round(watched.grownMb),
  })
  expect(watched.excessMs).toBeLessThanOrEqual(WAIT_MAX_MS)
  expect(watched.grownMb).toBeLessThanOrEqual(GROWTH_MAX_MB)
}
