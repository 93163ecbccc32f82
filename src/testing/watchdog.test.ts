import { expect, test } from 'bun:test'
import { watch } from './watchdog.ts'

const BLOCK_MS = 400
const KEPT_MB = 200

/** A server whose /block takes its only thread so much processor time, and whose /keep fills memory. */
const SERVER = `
  const kept = []
  const usedMs = () => process.cpuUsage().user / 1000
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

test('a blocked thread shows as a wait that a bare server does not have', async () => {
  await using server = await startFaulty()
  const watched = await watch(server, () => Promise.all([1, 2, 3].map(() => fetch(`${server.url}/block`))))
  // Whatever is asked during the first block waits for another one at least.
  expect(watched.longestMs).toBeGreaterThan(BLOCK_MS)
  expect(watched.excessMs).toBeGreaterThan(watched.idleMs)
})

test('memory that a case fills shows as growth', async () => {
  await using server = await startFaulty()
  const watched = await watch(server, () => fetch(`${server.url}/keep`))
  expect(watched.grownMb).toBeGreaterThan(KEPT_MB * 0.9)
})

test('a case that takes too long is ended, and its figures stand', async () => {
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
  expect(watched.asked).toBeGreaterThan(0)
})
