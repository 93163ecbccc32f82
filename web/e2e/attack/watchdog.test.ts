import { expect, test } from 'bun:test'
import { WORK_MS } from '#src/testing/fixed-work.ts'
import { BUSY_MAX_MS, expectResponsive, watch } from './watchdog.ts'

/** Four times as much work as the watchdog allows, on any machine. */
const BLOCKING_WORK = (4 * BUSY_MAX_MS) / WORK_MS

/** /block works on the only thread. */
const SERVER = `
  import { work } from '${import.meta.resolve('#src/testing/fixed-work.ts')}'
  const { url } = Bun.serve({
    port: 0,
    idleTimeout: 255,
    fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/block') for (let done = 0; done < ${BLOCKING_WORK}; done++) work()
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

test.concurrent('a blocked thread is reported', async () => {
  await using server = await startFaulty()
  const watched = await watch(server, async () => {
    await fetch(`${server.url}/block`)
  })
  expect(watched.failed).toBe(0)
  expect(() => expectResponsive('A blocked thread', watched)).toThrow('toBeLessThanOrEqual')
})

test.concurrent('a server that ends is reported', async () => {
  await using server = await startFaulty()
  const watched = await watch(server, async () => process.kill(server.pid, 'SIGKILL'))
  expect(watched.failed).toBeGreaterThan(0)
  expect(() => expectResponsive('An ended server', watched)).toThrow('toBe')
})
