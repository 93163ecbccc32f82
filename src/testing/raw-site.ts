import net, { type AddressInfo, type Socket } from 'node:net'
import tls from 'node:tls'

export type Visit = {
  path: string
  query: URLSearchParams
  head: string
  socket: Socket
}

/** A response in Latin-1, or an action on the connection. */
export type Page = string | ((visit: Visit) => void)

export type Pages = Record<string, Page>

type Answering = { status?: number; headers?: Record<string, string>; body?: string }

/** `headers` may override the length. */
export function answer({ status = 200, headers = {}, body = '' }: Answering = {}): string {
  const lines = Object.entries({
    ...(/content-length|transfer-encoding/i.test(Object.keys(headers).join())
      ? {}
      : { 'content-length': `${body.length}` }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} Some words`, ...lines, '', body].join('\r\n')
}

export const html = (body: string) => answer({ headers: { 'content-type': 'text/html' }, body })
export const redirect = (location: string, status = 302) => answer({ status, headers: { location } })
export const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

const NO_PAGE = answer({ status: 404 })

/** Reads one request and sends its page or 404. */
export function serveRaw(socket: Socket, pageOf: (visit: Visit) => Page | undefined): void {
  let head = ''
  // Clients may disconnect early.
  socket.on('error', () => socket.destroy())
  socket.on('data', function read(bytes: Buffer) {
    head += bytes.toString('latin1')
    // A TLS handshake.
    if (head.startsWith('\x16')) socket.end(NO_PAGE)
    if (!head.includes('\r\n\r\n')) return
    socket.off('data', read)
    const url = new URL(head.split(' ', 2)[1] ?? '', 'http://site')
    const visit = { path: url.pathname, query: url.searchParams, head, socket }
    const page = pageOf(visit) ?? NO_PAGE
    if (typeof page === 'string') socket.end(page, 'latin1')
    else page(visit)
  })
}

type Options = { tls?: { key: string; cert: string } }

export async function startRawSite(pages: Pages, { tls: secrets }: Options = {}) {
  const heads: string[] = []
  const open = new Set<Socket>()
  const wire = net.createServer((socket) => {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    if (!secrets) visit(socket)
  })
  const secure = secrets && tls.createServer(secrets, visit)
  secure?.on('tlsClientError', () => undefined)
  secure?.on('connection', (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
  })
  const server = secure ?? wire
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = addressOf(server)

  function visit(socket: Socket): void {
    serveRaw(socket, (request) => {
      heads.push(request.head)
      return pages[request.path]
    })
  }

  return {
    url: `http${secure ? 's' : ''}://localhost:${port}`,
    port,
    heads,
    paths: () => heads.map((head) => head.split(' ', 2)[1]),
    /** Resolves when all clients have disconnected. */
    left: async () => {
      for (const socket of open)
        if (!socket.destroyed) await new Promise((gone) => socket.once('close', gone))
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

function addressOf(server: net.Server): AddressInfo {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the site is not listening')
  return address
}
