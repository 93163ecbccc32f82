import { expect, test } from 'bun:test'
import { compare, watch } from './watchdog.ts'

const BLOCK_MS = 200
/** On a busy machine a request may miss one. */
const BLOCKS = 3
const KEPT_MB = 100

/** /block burns CPU on the only thread; /keep fills memory. */
const SERVER = `
  const kept = []
  const usedMs = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
  const { url } = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      const until = usedMs() + ${BLOCK_MS}
      if (pathname === '/block') while (usedMs() < until);
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
      child.kill()
      await child.exited
    },
  }
}

test('subtracts waits for a core and waits of a bare server', () => {
  const quiet = { at: 0, wait: 2, bare: 1, queued: 0, resident: 1024 * 1024 }
  const excessOf = (sample: { wait: number; bare: number; queued: number }) =>
    compare([quiet, { ...quiet, ...sample, at: 1 }], 1).excessMs
  expect(excessOf({ wait: 500, bare: 10, queued: 20 })).toBe(480)
  expect(excessOf({ wait: 500, bare: 480, queued: 20 })).toBe(20)
  expect(excessOf({ wait: 500, bare: 10, queued: 490 })).toBe(10)
})

test.concurrent('measures a blocked thread as a wait and filled memory as growth', async () => {
  await using server = await startFaulty()
  const watched = await watch(server, async () => {
    for (let block = 0; block < BLOCKS; block++) await fetch(`${server.url}/block`)
    await fetch(`${server.url}/keep`)
  })
  expect(watched.longestMs).toBeGreaterThan(BLOCK_MS / 2)
  expect(watched.grownMb).toBeGreaterThan(KEPT_MB * 0.9)
})

test.concurrent('aborts a slow case and keeps its figures', async () => {
  await using server = await startFaulty()
  let isAborted = false
  const forever = (signal: AbortSignal) =>
    new Promise<void>(() =>
      signal.addEventListener('abort', () => {
        isAborted = true
      }),
    )
  const watched = await watch(server, forever, { seconds: 0.2 })
  expect(isAborted).toBe(true)
  expect(watched.requests).toBeGreaterThan(0)
})
