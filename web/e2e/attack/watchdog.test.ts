import { expect, test } from 'bun:test'
import { WORK_MS } from '#src/testing/fixed-work.ts'
import { BUSY_MAX_MS, compare, expectResponsive, type Sample, watch } from './watchdog.ts'

const KEPT_MB = 200
/** Four times as much work as the watchdog allows, on any machine. */
const BLOCKING_WORK = (4 * BUSY_MAX_MS) / WORK_MS

/** /block works on the only thread; /keep fills memory. */
const SERVER = `
  import { work } from '${import.meta.resolve('#src/testing/fixed-work.ts')}'
  const kept = []
  const { url } = Bun.serve({
    port: 0,
    idleTimeout: 255,
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/block') for (let done = 0; done < ${BLOCKING_WORK}; done++) work()
      if (pathname === '/keep') kept.push(new Uint8Array(${KEPT_MB} * 1024 * 1024).fill(1))
      return new Response('ok')
    },
  })
  process.stdout.write(url.href)
`

async function startFaulty() {
  const child = Bun.spawn([process.execPath, '-e', SERVER], { stdout: 'pipe' })
  const { value = '' } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read()
  return {
    url: value.replace(/\/$/, ''),
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

const quiet: Sample = {
  at: 0,
  answered: true,
  wait: 2,
  busy: 1,
  worked: WORK_MS,
  resident: 1024 * 1024,
  peak: 1024 * 1024,
}

test('allows more processor time on a machine that takes longer for the same work', () => {
  const slow = { ...quiet, worked: 3 * WORK_MS }
  const watched = compare([slow, { ...slow, at: 1, busy: 2 * BUSY_MAX_MS }], 1)
  expect(watched.slowness).toBe(3)
  expectResponsive('A slow machine', watched)
  expect(() => expectResponsive('A fast machine', { ...watched, slowness: 1 })).toThrow()
})

test.concurrent('a blocked thread is reported', async () => {
  await using server = await startFaulty()
  const watched = await watch(server, async () => {
    await fetch(`${server.url}/block`)
  })
  expect(watched.failed).toBe(0)
  expect(() => expectResponsive('A blocked thread', watched)).toThrow('toBeLessThanOrEqual')
})

test.concurrent('a server that waits for a core is not reported', async () => {
  await using server = await startFaulty()
  const watched = await watch(server, async ({ longestMs, sampled }) => {
    while (longestMs() <= BUSY_MAX_MS) {
      process.kill(server.pid, 'SIGSTOP')
      await Bun.sleep(2 * BUSY_MAX_MS)
      process.kill(server.pid, 'SIGCONT')
      await sampled(1)
    }
  })
  expectResponsive('A server without a core', watched)
})

test.concurrent('filled memory is reported', async () => {
  await using server = await startFaulty()
  const watched = await watch(server, () => fetch(`${server.url}/keep`))
  expect(watched.grownMb).toBeGreaterThan(KEPT_MB * 0.9)
  expect(() => expectResponsive('Filled memory', { ...watched, busyMs: 0 })).toThrow('toBeLessThanOrEqual')
})

test.concurrent('a server that ends is reported', async () => {
  await using server = await startFaulty()
  const watched = await watch(server, async () => process.kill(server.pid, 'SIGKILL'))
  expect(watched.failed).toBeGreaterThan(0)
  expect(() => expectResponsive('An ended server', watched)).toThrow('toBe')
})

test.concurrent('aborts a slow case and keeps its figures', async () => {
  await using server = await startFaulty()
  let isAborted = false
  const forever = ({ signal }: { signal: AbortSignal }) =>
    new Promise<void>(() =>
      signal.addEventListener('abort', () => {
        isAborted = true
      }),
    )
  const watched = await watch(server, forever, { limitMs: 200 })
  expect(isAborted).toBe(true)
  expect(watched.requests).toBeGreaterThan(0)
})
