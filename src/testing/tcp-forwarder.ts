import net, { type AddressInfo, type Socket } from 'node:net'

/** Passes bytes on to a port of this machine, both ways and unread, as socat, HAProxy or `ssh -R` would. */
export async function startForwarder(target: number) {
  const open = new Set<Socket>()
  const server = net.createServer((client) => {
    const onward = net.connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => open.delete(from))
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(server.address()),
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the forwarder does not listen')
  return address.port
}
