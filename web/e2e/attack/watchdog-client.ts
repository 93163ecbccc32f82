/**
 * Child process of watchdog.ts: requests URL/healthz and a bare server together; prints JSON lines until stdin ends.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'

const EVERY_MS = 50
/** Failures and slower requests count as this long. */
const TIMEOUT_MS = 20_000
const PAGE_BYTES = 4096

const [url = '', pid = ''] = process.argv.slice(2)

function residentBytes(): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES
  } catch {
    return 0
  }
}

/** Milliseconds that the main thread has waited for a core; 0 if the system doesn't report it. */
function queuedMs(process: string): number {
  try {
    const [, waited = '0'] = readFileSync(`/proc/${process}/task/${process}/schedstat`, 'utf8').split(' ')
    return Number(waited) / 1e6
  } catch {
    return 0
  }
}

const queuedSoFar = () => queuedMs(pid) + queuedMs(String(process.pid))

/** Milliseconds until a full response on a new connection. */
async function ask(address: string): Promise<number> {
  const { hostname, port, pathname } = new URL(address)
  const started = performance.now()
  const closed = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => closed.resolve(false), TIMEOUT_MS)
  // Not fetch, whose thread would wait for a core, too.
  const socket = connect({ host: hostname, port: Number(port) })
  let response = ''
  socket.on('data', (data) => {
    response += data.toString()
  })
  socket.on('close', () => closed.resolve(response.startsWith('HTTP/1.1 200')))
  socket.on('error', () => closed.resolve(false))
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n\r\n`)
  const isGood = await closed.promise
  clearTimeout(timer)
  socket.destroy()
  return isGood ? performance.now() - started : TIMEOUT_MS
}

const bare = Bun.spawn([process.execPath, resolve(import.meta.dir, 'bare-server.ts')], {
  stdin: 'pipe',
  stdout: 'pipe',
  stderr: 'inherit',
})
const { value } = await bare.stdout.pipeThrough(new TextDecoderStream()).getReader().read()
const bareUrl = (value ?? '').trim()

let isOver = false
const ended = Bun.stdin.text().then(() => {
  isOver = true
})

await Promise.all([ask(`${url}/healthz`), ask(bareUrl)])
while (!isOver) {
  const at = Date.now()
  const pause = Bun.sleep(EVERY_MS)
  let resident = residentBytes()
  const before = queuedSoFar()
  const asking = Promise.all([ask(`${url}/healthz`), ask(bareUrl)])
  const sampling = setInterval(() => {
    resident = Math.max(resident, residentBytes())
  }, EVERY_MS)
  const [wait, bareWait] = await asking
  clearInterval(sampling)
  const queued = queuedSoFar() - before
  process.stdout.write(`${JSON.stringify({ at, wait, bare: bareWait, queued, resident })}\n`)
  await pause
}
await ended
await bare.stdin.end()
await bare.exited
