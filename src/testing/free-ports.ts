import net from 'node:net'

export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => net.createServer().listen(0, '127.0.0.1'))
  const ports: number[] = []
  for (const server of servers) {
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port is free')
    ports.push(address.port)
  }
  for (const server of servers) await new Promise((resolve) => server.close(resolve))
  return ports
}
