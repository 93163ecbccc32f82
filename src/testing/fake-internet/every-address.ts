import net, { type Server, type Socket } from 'node:net'
import tls, { TLSSocket } from 'node:tls'
import { parseAddress } from '#src/lib/addresses.ts'
import { SELF_SIGNED, SITE } from '#src/testing/certificates.ts'
import { html, type Page, serveRaw } from '#src/testing/raw-site.ts'

export type Sites = (host: string, path: string, query: URLSearchParams) => Page | undefined

/** Served at addresses that requests must never reach. */
const CANARY = html('<title>canary</title>')

const PLAIN_PORTS = [80, 8080]
const TRUSTED_PORT = 443
const SELF_SIGNED_PORT = 8443
/** Local services, and the proxy set in the environment. */
const OTHER_PORTS = [22, 25, 631, 2375, 3128, 5432, 6379, 9200]

/** Serves websites at public addresses, and a canary at all others, where it records connections. */
export async function listenEverywhere(sites: Sites, isPublic: (address: string) => boolean) {
  const reached: string[] = []
  const serverNames: string[] = []

  const watch = (socket: Socket) => {
    const address = addressOf(socket)
    if (!isPublic(address)) reached.push(`${address} ${socket.localPort}`)
  }
  const visit = (socket: Socket) => {
    if (socket instanceof TLSSocket && typeof socket.servername === 'string')
      serverNames.push(socket.servername)
    const isCanary = !isPublic(addressOf(socket))
    serveRaw(socket, ({ head, path, query }) => {
      const host = /^host: (\S+)/im.exec(head)?.[1] ?? ''
      return isCanary ? CANARY : sites(host.replace(/:\d+$/, ''), path, query)
    })
  }
  const plain = (socket: Socket) => {
    watch(socket)
    visit(socket)
  }
  const secure = (secrets: { key: string; cert: string }) =>
    tls
      .createServer(secrets, visit)
      .on('connection', watch)
      .on('tlsClientError', () => undefined)

  await Promise.all([
    ...[...PLAIN_PORTS, ...OTHER_PORTS].map((port) => listen(net.createServer(plain), port)),
    listen(secure(SITE), TRUSTED_PORT),
    listen(secure(SELF_SIGNED), SELF_SIGNED_PORT),
  ])
  return { reached, serverNames }
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '::', resolve)
  })

const addressOf = ({ localAddress = '' }: Socket) => parseAddress(localAddress)?.toString() ?? localAddress
