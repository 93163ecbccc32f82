import net, { type AddressInfo, type Socket } from 'node:net'

/** Forwards TCP to a local port like socat, HAProxy or `ssh -R`; can also withhold data, like a lossy network. */
export async function startForwarder(target: number) {
  const open = new Map<Socket, Socket>()
  let isSilent = false
  const server = net.createServer((client) => {
    const onward = net.connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, onward],
      [onward, client],
    ] as const) {
      open.set(from, to)
      from.on('error', () => to.destroy())
      from.on('close', () => open.delete(from))
      if (!isSilent) from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: portOf(server.address()),
    /** Accepts connections and withholds data. */
    silence: () => {
      isSilent = true
      for (const [from, to] of open) from.unpipe(to).pause()
    },
    /** Forwards withheld and new data. */
    speak: () => {
      isSilent = false
      for (const [from, to] of open) from.pipe(to)
    },
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of open.keys()) socket.destroy()
      await closed
    },
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the forwarder is not listening')
  return address.port
}
