import { expect } from 'bun:test'
import { resolve } from 'node:path'
import { tellFigures } from './attack.ts'

/** The longest that a request for /healthz may take while a hostile case runs, what the machine adds left out. */
export const MOST_WAIT_MS = 250
/** By how much the resident memory may grow while a hostile case runs. */
export const MOST_GROWTH_MB = 150

export type Watched = {
  /** How often /healthz was asked while the hostile case ran. */
  asked: number
  /** The longest wait for /healthz in milliseconds; a request that fails counts as `PATIENCE_MS`. */
  longestMs: number
  /** The same before the hostile case began. */
  idleMs: number
  /** The longest wait for a server that does nothing else, asked at the same moments. */
  bareMs: number
  /** The longest that a wait for /healthz was one for a core: the server's or the asker's, while others had them all. */
  queuedMs: number
  /** The longest wait for /healthz, less that for a core or for the bare server, whichever was longer. */
  excessMs: number
  /** The highest resident memory less the lowest before the hostile case, in megabytes. */
  grownMb: number
}

/** One look at the server, as watchdog-asker.ts prints them: milliseconds since 1970, milliseconds, bytes. */
type Look = { at: number; wait: number; bare: number; queued: number; resident: number }

const IDLE_MS = 1_500
/** Work may go on in the server after its clients have left. */
const AFTER_MS = 500

const ASKER = resolve(import.meta.dir, 'watchdog-asker.ts')

/**
 * Runs a hostile case against a server while a third process asks /healthz every 50 ms, each time on a new connection;
 * first for a while without the case, for comparison. The machine may be shared and slow: left out is what the server's
 * main thread and the asker waited for a core while others had them, as the system counts it, and what a bare server
 * that is asked at the same moments takes.
 *
 *     await using server = await startServer({ flags: MANY_ADDRESSES })       // web/e2e/harness.ts: the executable
 *     await using server = await startSeeded({ seed: async (db) => { … } })   // or web/e2e/attack/seeded.ts
 *     const watched = await watch(server, async (signal) => { … })
 *     expectUnstalled('Lists of posts', watched)
 *
 * `server` is any process. `hostile` bounds its count through shortOrLong and ends when `signal` aborts, after `seconds`.
 * Its assertions belong after expectUnstalled, so that the figures are printed either way.
 */
export async function watch(
  server: { url: string; pid: number },
  hostile: (signal: AbortSignal) => Promise<unknown>,
  { seconds = 30 }: { seconds?: number } = {},
): Promise<Watched> {
  const asker = Bun.spawn([process.execPath, ASKER, server.url, String(server.pid)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const output = new Response(asker.stdout).text()
  await Bun.sleep(IDLE_MS)
  const began = Date.now()
  const over = AbortSignal.timeout(seconds * 1000)
  const aborted = Promise.withResolvers<void>()
  over.addEventListener('abort', () => aborted.resolve())
  try {
    await Promise.race([hostile(over), aborted.promise])
    await Bun.sleep(AFTER_MS)
  } finally {
    await asker.stdin.end()
    await asker.exited
  }
  const lines = (await output).split('\n').filter(Boolean)
  return compare(
    lines.map((line): Look => JSON.parse(line)),
    began,
  )
}

function compare(looks: Look[], began: number): Watched {
  const idle = looks.filter(({ at }) => at < began)
  const during = looks.filter(({ at }) => at >= began)
  if (idle.length === 0 || during.length === 0) throw new Error('the watchdog has not asked often enough')
  const lowest = (list: Look[]) => Math.min(...list.map(({ resident }) => resident))
  const highest = (list: Look[], of: (look: Look) => number) => Math.max(...list.map(of))
  return {
    asked: during.length,
    longestMs: highest(during, ({ wait }) => wait),
    idleMs: highest(idle, ({ wait }) => wait),
    bareMs: highest(during, ({ bare }) => bare),
    queuedMs: highest(during, ({ queued }) => queued),
    excessMs: highest(during, ({ wait, bare, queued }) => wait - Math.max(bare, queued)),
    // The last look before the case may have ended after it began: the lowest one surely belongs to the idle time.
    grownMb: (highest(during, ({ resident }) => resident) - lowest(idle)) / 1024 / 1024,
  }
}

/** Prints the figures and holds them against both bounds. */
export function expectUnstalled(attack: string, watched: Watched): void {
  tellFigures(attack, {
    'times asked': watched.asked,
    'ms longest wait': Math.round(watched.longestMs),
    "ms of it the server's own at most": Math.round(watched.excessMs),
    'ms for a core at most': Math.round(watched.queuedMs),
    'ms the bare server at most': Math.round(watched.bareMs),
    'ms when idle': Math.round(watched.idleMs),
    'MB more': Math.round(watched.grownMb),
  })
  expect(watched.excessMs).toBeLessThanOrEqual(MOST_WAIT_MS)
  expect(watched.grownMb).toBeLessThanOrEqual(MOST_GROWTH_MB)
}
