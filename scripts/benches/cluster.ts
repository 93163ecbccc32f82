import { loadavg } from 'node:os'
import { temporaryFolder } from '#src/testing/folder.ts'
import { freePorts } from '#src/testing/free-ports.ts'
import { startSqld } from '#src/testing/sqld.ts'
import { setUp } from '#web/e2e/administration.ts'
import { startProxy } from '#web/e2e/cluster/proxy.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'
import { type Bench, interleaved, quantile } from '../measure.ts'
import { publishPost } from '../prose.ts'
import { BROWSER, costsOf, type WrkRequest } from '../wrk.ts'

const ROUNDS = 3
const SECONDS = 3
/** 32 per instance with three, as in the other benchmarks. */
const CONNECTIONS = 96

export const bench: Bench = {
  about:
    'Instances behind nginx: one on its own database, one to three on a libSQL server, and with a replica',
  async run() {
    await using sqld = await startSqld()
    const remote = async () => ['--database-url', sqld.urlOf(await sqld.createDatabase())]
    await using replica = await startSqld({ primary: sqld })
    const replicated = async () => {
      const name = await sqld.createDatabase()
      return ['--database-url', sqld.urlOf(name), '--database-read-url', replica.urlOf(name)]
    }
    const embedded = async () => ['--data', './data']
    const tables = [
      await measure('embedded', 1, embedded, []),
      await measure('libSQL', 1, remote, [sqld.pid()]),
      await measure('libSQL', 2, remote, [sqld.pid()]),
      await measure('libSQL', 3, remote, [sqld.pid()]),
      await measure('replica', 3, replicated, [sqld.pid()], [replica.pid()]),
    ]
    // Grouped by kind of work.
    const rows = (tables[0] ?? []).flatMap((_, work) => tables.map((table) => table[work] ?? []))
    return [
      [
        'work',
        'database',
        'instances',
        'requests/s',
        'µs, instances',
        'µs, primary',
        'µs, replica',
        'µs, nginx',
      ],
      ...rows,
      [`load average at the end: ${loadavg()[0]?.toFixed(1)}`],
    ]
  },
}

/** Microseconds of CPU time per request. */
async function measure(
  name: string,
  instances: number,
  makeDatabase: () => Promise<string[]>,
  primary: number[],
  replica: number[] = [],
): Promise<string[][]> {
  await using undo = new AsyncDisposableStack()
  const folder = undo.use(temporaryFolder())
  const database = await makeDatabase()
  const [port = 0, ...ports] = await freePorts(instances + 1)
  const servers: Server[] = []
  for (const own of ports) {
    const flags = ['--trust-proxy', '127.0.0.1', ...database]
    servers.push(undo.use(await startServer({ flags, folder: folder.path, port: own })))
  }
  const proxy = undo.use(await startProxy(folder.path, ports, port))
  const options = {
    parts: [servers.map(({ pid }) => pid), primary, replica, [proxy.pid]],
    seconds: SECONDS,
    folder: folder.path,
    connections: CONNECTIONS,
  }
  const subjects = await subjectsOf(servers)
  const measured = await interleaved(
    ROUNDS,
    Object.fromEntries(
      Object.entries(subjects).map(([work, request]) => [
        work,
        () => costsOf({ ...request, url: proxy.url + request.url, isFromManyNetworks: true }, options),
      ]),
    ),
  )
  return [...measured].map(([work, costs]) => {
    const micros = (part: number) => quantile(costs.map((cost) => cost.micros[part] ?? 0)).toFixed(1)
    const perSecond = quantile(costs.map((cost) => cost.perSecond))
    return [
      work,
      name,
      String(instances),
      perSecond.toLocaleString('en', { maximumFractionDigits: 0 }),
      micros(0),
      primary.length > 0 ? micros(1) : '',
      replica.length > 0 ? micros(2) : '',
      micros(3),
    ]
  })
}

async function subjectsOf(servers: readonly Server[]): Promise<Record<string, WrkRequest>> {
  const [server] = servers
  if (!server) throw new Error('no instance was started')
  const token = await setUp(server)
  const path = await publishPost(server, token)
  for (const { url } of servers) await (await fetch(url + path, { headers: BROWSER })).bytes()
  return {
    'GET a post': { url: path, headers: BROWSER },
    'POST /api/track/page-view, durable': {
      url: '/api/track/page-view',
      headers: { 'user-agent': BROWSER['user-agent'] },
      json: { path: '/faq' },
    },
    'the dashboard, with a token': {
      url: '/api/admin/dashboard',
      headers: { authorization: `Bearer ${token}` },
    },
  }
}
