import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openRemote } from '#src/db/remote.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { freePorts } from '#src/testing/free-ports.ts'
import { isNginxAvailable, runNginx } from '#src/testing/nginx.ts'
import { findSqldPlace, isSqldAvailable, startSqld } from '#src/testing/sqld.ts'
import { startForwarder } from '#src/testing/tcp-forwarder.ts'
import { until, WAIT_MS } from '#src/testing/time-limits.ts'
import { PASSWORD } from './administration.ts'
import { BRIEF, type Server, startServer } from './harness.ts'

const ROUNDS = shortOrLong(1, 10)
/** Acknowledged or not, before a fault ends. */
const RESPONSES = shortOrLong(6, 500)
const PAUSE_MS = shortOrLong(100, 20)
const POLL_MS = 50

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Three instances behind nginx as documented, on a libSQL server. The network to it can be cut. */
async function startCluster() {
  await using undo = new AsyncDisposableStack()
  const folder = undo.use(temporaryFolder())
  const inside = (name: string) => {
    const path = join(folder.path, name)
    mkdirSync(path)
    return path
  }
  const place = await findSqldPlace(inside('database'))
  let sqld = await startSqld({ place })
  undo.defer(() => sqld[Symbol.asyncDispose]())
  const name = await sqld.createDatabase()
  const network = undo.use(await startForwarder(place.http))
  const engine = openRemote(`http://${name}.localhost:${place.http}`, undefined)
  undo.defer(engine.close)

  const [port = 0, ...ports] = await freePorts(4)
  const env = {
    ...BRIEF,
    DATABASE_URL: `http://${name}.localhost:${network.port}`,
    TRUST_PROXY: '127.0.0.1',
    SECRETS_KEY_FILE: join(folder.path, 'secrets.key'),
  }
  const start = (port: number) => startServer({ port, folder: folder.path, env })
  const instances = new Map<number, Server>()
  for (const port of ports) instances.set(port, await start(port))
  undo.defer(async () => {
    for (const server of instances.values()) await server[Symbol.asyncDispose]()
  })
  const proxy = undo.use(await runNginx(inside('nginx'), port, documentedConfig(ports, port)))
  const owned = undo.move()
  let killed = 0
  const nextPort = () => ports[killed % ports.length] ?? 0
  return {
    url: proxy.url,
    instances: () => [...instances.values()],
    query: (sql: string) => engine.run({ sql, params: [] }),
    faults: [
      {
        name: 'an instance is killed',
        begin: async () => void (await instances.get(nextPort())?.stop('SIGKILL')),
        end: async () => {
          instances.set(nextPort(), await start(nextPort()))
          killed += 1
        },
      },
      {
        name: 'the database server is killed',
        begin: () => sqld[Symbol.asyncDispose](),
        end: async () => {
          sqld = await startSqld({ place })
        },
      },
      {
        name: 'the network to the database server is cut',
        begin: async () => network.silence(),
        end: async () => network.speak(),
      },
    ],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

function documentedConfig(ports: readonly number[], port: number): string {
  const lines = readFileSync(join(import.meta.dir, '../../docs/nginx-instances.conf'), 'utf8')
  const rest = [...ports]
  return lines
    .replaceAll(/(?<= server 127\.0\.0\.1:)\d+/g, () => String(rest.shift()))
    .replace('127.0.0.1:8080', `127.0.0.1:${port}`)
}

let calls = 0

/** Each call comes from another network, so that no rate limit applies. Status 0 is no response. */
async function send(url: string, json?: unknown, token?: string) {
  calls += 1
  const headers = {
    ...BROWSER,
    'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const body = json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }
  try {
    const response = await fetch(url, { headers, ...body, signal: AbortSignal.timeout(WAIT_MS) })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: String(error) }
  }
}

const KINDS = ['event', 'message', 'post'] as const
type Kind = (typeof KINDS)[number]

/** Writes through nginx until aborted, and records which writes were acknowledged and which may have been made. */
function keepWriting(url: string, token: string, over: AbortSignal) {
  const sent: { kind: Kind; mark: string; status: number }[] = []
  async function write(kind: Kind, path: string, bodyOf: (mark: string) => object): Promise<void> {
    while (!over.aborted) {
      const mark = crypto.randomUUID()
      const { status } = await send(url + path, bodyOf(mark), kind === 'post' ? token : undefined)
      sent.push({ kind, mark, status })
      await setTimeout(PAUSE_MS)
    }
  }
  const title = 'Owls'
  const ended = Promise.all([
    write('event', '/api/track/password-generated', () => ({ type: 'single' })),
    write('message', '/api/contact', (subject) => ({
      ...{ name: 'Ada', email: 'ada@example.com', subject },
      message: 'Works well, thank you.',
    })),
    write('post', '/api/admin/blog/posts', (slug) => ({ title, slug, content: 'Hoot.', status: 'draft' })),
  ])
  const marks = (kind: Kind, holds: (status: number) => boolean) =>
    sent.filter((write) => write.kind === kind && holds(write.status)).map(({ mark }) => mark)
  return {
    ended,
    count: () => sent.length,
    acknowledged: (kind: Kind) => marks(kind, (status) => status === 200 || status === 201),
    /** Without a response, or kept in memory. */
    possible: (kind: Kind) => marks(kind, (status) => status === 0 || status === 202 || status >= 500),
  }
}

/** Sends the setup to all instances at once: one of them succeeds. */
async function setUp({ instances, query }: Cluster): Promise<string> {
  const code = instances()
    .map((server) => /#code=(\w+)/.exec(server.output())?.[1])
    .find(Boolean)
  const setups = instances().map(({ url }, number) => {
    const username = `owner${number}`
    const account = { username, email: `${username}@example.com`, password: PASSWORD, code }
    return send(`${url}/api/admin/setup`, account)
  })
  expect((await Promise.all(setups)).filter(({ status }) => status === 201)).toHaveLength(1)
  const [[username] = []] = await query('SELECT username FROM users')
  const [server] = instances()
  const { text } = await send(`${server?.url}/api/admin/login`, { username, password: PASSWORD })
  const { token }: { token: string } = JSON.parse(text)
  return token
}

/** Resolves when all instances are ready and accept writes, also through nginx. */
async function untilRecovered({ url, instances }: Cluster): Promise<void> {
  for (const origin of [url, ...instances().map((server) => server.url)])
    await until(`${origin} is ready and accepts writes`, async () => {
      await setTimeout(POLL_MS)
      const ready = await send(`${origin}/readyz`)
      const written = await send(`${origin}/api/track/password-checked`, { strength: 50 })
      return ready.status === 200 && written.status === 200
    })
}

test.if(isSqldAvailable && isNginxAvailable)(
  'three instances lose and duplicate nothing while one, their database or its network fails',
  async () => {
    await using cluster = await startCluster()
    const token = await setUp(cluster)
    const over = new AbortController()
    const writing = keepWriting(cluster.url, token, over.signal)
    for (let round = 0; round < ROUNDS; round++) {
      for (const fault of cluster.faults) {
        await fault.begin()
        const before = writing.count()
        await until(`${RESPONSES} responses`, () => writing.count() >= before + RESPONSES)
        await fault.end()
        const ended = performance.now()
        await untilRecovered(cluster)
        printFigures(`Cluster, ${fault.name}`, { 'ms to recover': Math.round(performance.now() - ended) })
      }
    }
    over.abort()
    await writing.ended

    for (const [kind, marks] of [
      ['message', 'SELECT subject FROM contacts'],
      ['post', 'SELECT slug FROM posts'],
    ] as const) {
      const stored = (await cluster.query(marks)).flat().map(String)
      expect([kind, new Set(stored).size]).toEqual([kind, stored.length])
      expect(writing.acknowledged(kind).filter((mark) => !stored.includes(mark))).toEqual([])
    }
    const events = "SELECT sum(count) FROM daily_counts WHERE name = 'password_generated'"
    const counted = Number((await cluster.query(events))[0]?.[0])
    const acknowledged = writing.acknowledged('event').length
    expect(counted).toBeGreaterThanOrEqual(acknowledged)
    expect(counted).toBeLessThanOrEqual(acknowledged + writing.possible('event').length)
    printFigures('Cluster', {
      writes: writing.count(),
      acknowledged: KINDS.flatMap(writing.acknowledged).length,
      'counted events': counted,
    })
    for (const server of cluster.instances()) expect(server.output()).not.toContain('crashed')
  },
)
