import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openRemote } from '#src/db/remote.ts'
import { shortOrLong } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { freePorts } from '#src/testing/free-ports.ts'
import { findSqldPlace, type SqldPlace, startSqld } from '#src/testing/sqld.ts'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { BRIEF } from '#web/e2e/harness.ts'
import { type Instance, startInstance } from './instance.ts'
import { startProxy } from './proxy.ts'
import { buildClocks } from './shifted-clock.ts'

const INSTANCES = 3

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Three instances behind nginx, and a libSQL primary with a replica. The network to the primary can be cut. */
export async function startCluster({ timeZone }: { timeZone: string }) {
  await using undo = new AsyncDisposableStack()
  const folder = undo.use(temporaryFolder())
  const inside = (name: string) => {
    const path = join(folder.path, name)
    mkdirSync(path)
    return path
  }
  const place = await findSqldPlace(inside('primary'))
  const primary = undo.use(await startDatabase(place))
  const database = await primary.createDatabase()
  const network = undo.use(await startForwarder(place.http))
  const replication = undo.use(await startForwarder(place.grpc))
  const replicaPlace = await findSqldPlace(inside('replica'))
  const grpcUrl = `http://127.0.0.1:${replication.port}`
  const replica = undo.use(await startDatabase(replicaPlace, { grpcUrl }))
  const engine = openRemote(`http://${database}.localhost:${place.http}`, undefined)
  undo.defer(engine.close)

  const clocks = buildClocks(folder.path, INSTANCES)
  const [port = 0, ...ports] = await freePorts(INSTANCES + 1)
  const env = {
    DATABASE_URL: `http://${database}.localhost:${network.port}`,
    DATABASE_READ_URL: `http://${database}.localhost:${replicaPlace.http}`,
    TRUST_PROXY: '127.0.0.1',
    ANALYZER_ALLOW_PRIVATE: '1',
    SECRETS_KEY_FILE: join(folder.path, 'secrets.key'),
    ...shortOrLong(BRIEF, {}),
  }
  const instances = await Promise.all(
    ports.map((port, number) =>
      startInstance({
        port,
        folder: inside(`copy${number}`),
        flags: [`--tz=${timeZone}`],
        env: { ...env, ...clocks.envOf(number) },
      }),
    ),
  )
  for (const instance of instances) undo.use(instance)
  const proxy = undo.use(await startProxy(folder.path, ports, port))
  const owned = undo.move()
  return {
    /** Of nginx. */
    url: proxy.url,
    instances,
    primary,
    replica,
    clocks,
    /** Cuts the network from instances and replica to the primary. */
    cut: () => {
      network.silence()
      replication.silence()
    },
    restore: () => {
      network.speak()
      replication.speak()
    },
    /** Over a separate connection. */
    query: (sql: string) => engine.run({ sql, params: [] }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** A libSQL server that can be killed and restarted with its data. */
async function startDatabase(place: SqldPlace, primary?: { grpcUrl: string }) {
  let server = await startSqld({ place, primary })
  return {
    createDatabase: () => server.createDatabase(),
    pid: () => server.pid(),
    kill: () => server[Symbol.asyncDispose](),
    restart: async () => {
      server = await startSqld({ place, primary })
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

export const instanceOf = ({ instances }: Pick<Cluster, 'instances'>, number: number): Instance => {
  const instance = instances[number]
  if (!instance) throw new Error(`no instance ${number}`)
  return instance
}
