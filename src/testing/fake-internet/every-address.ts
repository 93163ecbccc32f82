import net, { type Server, type Socket } from 'node:net'
import tls, { TLSSocket } from 'node:tls'
import { parseAddress } from '#src/lib/addresses.ts'
import { SELF_SIGNED, SITE } from '#src/testing/certificates.ts'
import { html, type Page, serveRaw } from '#src/testing/raw-site.ts'

/** A website's answer: by the name that was asked for and the path. */
export type Sites = (host: string, path: string, query: URLSearchParams) => Page | undefined

/** What only someone who got where nobody should get can have read. */
export const CANARY = html('<title>canary</title>')

const PLAIN_PORTS = [80, 8080]
const TRUSTED_PORT = 443
const SELF_SIGNED_PORT = 8443
/** Of machines' own services, and of the proxy that the environment names. */
const OTHER_PORTS = [22, 25, 631, 2375, 3128, 5432, 6379, 9200]

/**
 * Listens at every address at once. The public ones are websites; each of the others is a canary that tells of whoever
 * connects to it.
 */
export async function listenEverywhere(sites: Sites, isPublic: (address: string) => boolean) {
  const reached: string[] = []
  /** The names in TLS's first message. */
  const named: string[] = []

  const watch = (socket: Socket) => {
    const address = addressOf(socket)
    if (!isPublic(address)) reached.push(`${address} ${socket.localPort}`)
  }
  const visit = (socket: Socket) => {
    if (socket instanceof TLSSocket && typeof socket.servername === 'string') named.push(socket.servername)
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
  return { reached, named }
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(port, '::', resolve)
  })

const addressOf = ({ localAddress = '' }: Socket) => parseAddress(localAddress)?.toString() ?? localAddress
