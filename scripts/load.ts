import { quantile } from './measure.ts'

export type Load = { perSecond: number; p50: number; p99: number }

type Options = { connections: number; seconds: number; headers: Record<string, string> }

type Connection = { askedAt: number; bytesToCome: number }

/**
 * Asks for `url` over and over on connections that stay open, each waiting for its answer before it asks again, and
 * tells answers a second and latencies in milliseconds. Raw sockets: an HTTP client in JavaScript would be slower than
 * the servers and measure itself. Throws when an answer is not 200 with a Content-Length.
 */
export async function putLoad(url: string, { connections, seconds, headers }: Options): Promise<Load> {
  const { hostname, port, pathname, host } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = new TextEncoder().encode(`GET ${pathname} HTTP/1.1\r\n${lines.join('')}\r\n`)

  const latencies: number[] = []
  const started = performance.now()
  const end = started + seconds * 1000

  const ask = (socket: Bun.Socket<Connection>) => {
    socket.data = { askedAt: performance.now(), bytesToCome: 0 }
    socket.write(request)
  }
  const hear = (socket: Bun.Socket<Connection>, chunk: Buffer) => {
    const { data } = socket
    if (data.bytesToCome === 0) data.bytesToCome = answerLength(chunk)
    data.bytesToCome -= chunk.byteLength
    if (data.bytesToCome > 0) return
    const now = performance.now()
    latencies.push(now - data.askedAt)
    if (now < end) ask(socket)
    else socket.end()
  }
  const connection = () => untilClosed({ hostname, port: Number(port) }, ask, hear)
  await Promise.all(Array.from({ length: connections }, connection))

  const took = (performance.now() - started) / 1000
  if (took < seconds) throw new Error(`${url} closed its connections`)
  return { perSecond: latencies.length / took, p50: quantile(latencies), p99: quantile(latencies, 0.99) }
}

/** One connection from its opening to its end; what `hear` throws is its failure. */
function untilClosed(
  address: { hostname: string; port: number },
  open: (socket: Bun.Socket<Connection>) => void,
  hear: (socket: Bun.Socket<Connection>, chunk: Buffer) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const data = (socket: Bun.Socket<Connection>, chunk: Buffer) => {
      try {
        hear(socket, chunk)
      } catch (error) {
        reject(error)
        socket.end()
      }
    }
    const socket = { open, data, close: () => resolve(), error: (_: unknown, error: Error) => reject(error) }
    Bun.connect<Connection>({ ...address, data: { askedAt: 0, bytesToCome: 0 }, socket }).catch(reject)
  })
}

/** Head and body together, from the first piece of an answer: a head this small comes in one. */
function answerLength(chunk: Buffer): number {
  const headEnd = chunk.indexOf('\r\n\r\n') + 4
  const head = chunk.toString('latin1', 0, headEnd)
  const bodyLength = /^content-length: *(\d+)\r$/im.exec(head)?.[1]
  if (!head.startsWith('HTTP/1.1 200 ') || bodyLength === undefined) {
    throw new Error(`not the answer that was expected:\n${head}`)
  }
  return headEnd + Number(bodyLength)
}
