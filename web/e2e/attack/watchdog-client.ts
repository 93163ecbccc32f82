/** Child process of watchdog.ts: requests URL/healthz repeatedly and prints JSON lines until stdin ends. */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { workMs } from '#src/testing/fixed-work.ts'
import { WAIT_MS } from '#src/testing/time-limits.ts'
import type { Sample } from './watchdog.ts'

const EVERY_MS = 50
/** At the server's processor time, while it hasn't answered. */
const LOOK_EVERY_MS = 20
/** Samples between two measurements of the machine's speed. */
const WORK_EVERY = 5
/** The first runs of code take longer. */
const WARM_UPS = 10

const [url = '', pid = ''] = process.argv.slice(2)

/** Resident memory now and at most, in bytes; 0 if the server has ended. */
function memory(): { resident: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const bytesAfter = (label: RegExp) => 1024 * Number(status.slice(status.search(label)).match(/\d+/)?.[0])
    return { resident: bytesAfter(/^VmRSS:/m), peak: bytesAfter(/^VmHWM:/m) }
  } catch {
    return { resident: 0, peak: 0 }
  }
}

/** Processor time of the server's main thread, in ms; 0 if it has ended. */
function ranMs(): number {
  try {
    const [ran] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return Number(ran) / 1e6
  } catch {
    return 0
  }
}

/** Whether a request on a new connection gets a full response. */
async function isAnswered(address: string): Promise<boolean> {
  const { hostname, port, pathname } = new URL(address)
  const closed = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => closed.resolve(false), WAIT_MS)
  // Not fetch, whose thread would wait for a core, too.
  const socket = connect({ host: hostname, port: Number(port) })
  let response = ''
  socket.on('data', (data) => {
    response += data.toString()
  })
  socket.on('close', () => closed.resolve(response.startsWith('HTTP/1.1 200')))
  socket.on('error', () => closed.resolve(false))
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`)
  const result = await closed.promise
  clearTimeout(timer)
  socket.destroy()
  return result
}

async function takeSample(number: number): Promise<Sample> {
  const worked = number % WORK_EVERY === 0 ? workMs() : null
  const at = Date.now()
  const started = performance.now()
  const answer = isAnswered(`${url}/healthz`)
  const first = ranMs()
  let busy = 0
  let latest = first
  // Confirmed only by the next look: the answer may have arrived while this process waited for a core.
  const looking = setInterval(() => {
    busy = latest - first
    latest = ranMs()
  }, LOOK_EVERY_MS)
  const answered = await answer
  clearInterval(looking)
  return { at, answered, wait: performance.now() - started, busy, worked, ...memory() }
}

let isOver = false
const ended = Bun.stdin.text().then(() => {
  isOver = true
})

for (let run = 0; run < WARM_UPS; run++) workMs()
await isAnswered(`${url}/healthz`)
for (let number = 0; !isOver; number++) {
  const pause = Bun.sleep(EVERY_MS)
  process.stdout.write(`${JSON.stringify(await takeSample(number))}\n`)
  await pause
}
await ended
