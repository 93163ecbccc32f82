import { temporaryFolder } from '#src/testing/folder.ts'
import { setUp } from '#web/e2e/administration.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'
import { startBareServer } from '../bare-server.ts'
import { type Bench, interleaved } from '../measure.ts'
import { type StaticFile, startNginx } from '../nginx.ts'
import { publishPost } from '../prose.ts'
import { BROWSER, type Cost, costOf, type WrkRequest } from '../wrk.ts'

const ROUNDS = 3
const SECONDS = 1
const METRICS_TOKEN = 'benchmark-metrics-token'

type Subject = {
  name: string
  request: WrkRequest
  target: string
  /** Sends the ETag of an earlier response. */
  isRevalidation?: boolean
  /** Nothing to compare with. */
  isOurs?: boolean
}

type Filled = Server & { subjects: Subject[] }

export const bench: Bench = {
  about: 'CPU per request, compared with nginx, Bun alone and an earlier executable',
  usage: '[EARLIER_EXECUTABLE]',
  run: ([earlier]) => measureRequests(earlier),
}

async function measureRequests(earlier?: string): Promise<string[][]> {
  using folder = temporaryFolder()
  await using server = await startFilled()
  await using old = earlier === undefined ? null : await startFilled(earlier)
  const files = await filesOf(server)
  await using nginx = await startNginx(folder.path, files)
  await using bare = await startBareServer(files)

  const costOn =
    ({ url, pid }: Pick<Server, 'url' | 'pid'>, subject: Subject | undefined) =>
    async () => {
      if (!subject) throw new Error('the executables have different subjects')
      const { request, isRevalidation } = subject
      // Renders what isn't ready yet.
      const ready = await fetch(url + request.url, { headers: BROWSER })
      const etag = isRevalidation ? ready.headers.get('etag') : null
      const headers = { ...request.headers, ...(etag !== null && { 'if-none-match': etag }) }
      const options = { pid, seconds: SECONDS, folder: folder.path }
      return costOf({ ...request, url: url + request.url, headers }, options)
    }

  const rows = [['µs of CPU', 'before', 'after', 'nginx', 'Bun', '× nginx', '× Bun', 'requests/s', 'target']]
  for (const [index, subject] of server.subjects.entries()) {
    const { isOurs = false, request } = subject
    const measured = await interleaved<Cost>(ROUNDS, {
      ...(old && { before: costOn(old, old.subjects[index]) }),
      after: costOn(server, subject),
      ...(!isOurs && !request.json && { nginx: costOn(nginx, subject) }),
      ...(!isOurs && { bare: costOn(bare, subject) }),
    })
    rows.push(rowOf(subject, measured))
  }
  const batch = await eventsPerCommit(server, folder.path)
  rows.push(['events per commit, 32 connections', '', batch.toFixed(1), '', '', '', '', '', '≥ 8'])
  return rows
}

/** The least of all rounds: other load on the machine only adds. */
function rowOf({ name, target }: Subject, measured: Map<string, Cost[]>): string[] {
  const least = (column: string) => Math.min(...(measured.get(column) ?? []).map(({ micros }) => micros))
  const after = least('after')
  const micros = (column: string) => (measured.has(column) ? least(column).toFixed(1) : '')
  const ratio = (column: string) => (measured.has(column) ? (after / least(column)).toFixed(2) : '')
  const perSecond = Math.max(...(measured.get('after') ?? []).map((cost) => cost.perSecond))
  return [
    name,
    micros('before'),
    micros('after'),
    micros('nginx'),
    micros('bare'),
    ratio('nginx'),
    ratio('bare'),
    perSecond.toLocaleString('en', { maximumFractionDigits: 0 }),
    target,
  ]
}

async function startFilled(executable?: string): Promise<Filled> {
  const flags = ['--trust-proxy', '127.0.0.1', '--metrics-token', METRICS_TOKEN]
  const server = await startServer({ executable, flags })
  return { ...server, subjects: await subjectsOf(server, await setUp(server)) }
}

async function subjectsOf(server: Server, token: string): Promise<Subject[]> {
  const post = await publishPost(server, token)
  const html = await (await fetch(server.url, { headers: BROWSER })).text()
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1] ?? ''
  const isFromManyNetworks = true
  const agent = { 'user-agent': BROWSER['user-agent'] }
  return [
    {
      name: 'GET /, view counted',
      request: { url: '/', headers: BROWSER },
      target: '≤ 1.25 × nginx',
    },
    {
      name: 'GET /, view by many visitors counted',
      request: { url: '/', headers: BROWSER, isFromManyNetworks },
      target: '≤ 1.5 × GET /',
    },
    { name: 'GET a post', request: { url: post, headers: BROWSER }, target: '≤ 1.25 × nginx' },
    {
      name: '304 for /',
      request: { url: '/', headers: BROWSER },
      isRevalidation: true,
      target: '≤ 0.8 × GET /',
    },
    {
      name: 'GET an asset',
      request: { url: script, headers: BROWSER },
      target: '≤ 1.1 × nginx',
    },
    { name: 'GET /healthz', request: { url: '/healthz' }, target: '≤ 16' },
    {
      name: 'GET /api/blog/posts/{slug}',
      request: { url: post.replace('/blog/', '/api/blog/posts/'), headers: BROWSER, isFromManyNetworks },
      target: '≤ 1.25 × nginx',
    },
    {
      name: 'the dashboard, with a token',
      request: {
        url: '/api/admin/dashboard',
        headers: { authorization: `Bearer ${token}` },
        isFromManyNetworks,
      },
      isOurs: true,
      target: '≤ 100',
    },
    {
      name: 'POST /api/track/page-view',
      request: { url: '/api/track/page-view', headers: agent, json: { path: '/faq' }, isFromManyNetworks },
      target: '≤ 60, ≤ 1.5 × Bun',
    },
  ]
}

/** Responses to the requests that other servers can respond to, too. */
async function filesOf({ url, subjects }: Filled): Promise<StaticFile[]> {
  const files = new Map<string, StaticFile>()
  for (const { request, isOurs } of subjects) {
    if (isOurs) continue
    const { headers, json } = request
    const posted = json !== undefined && { method: 'POST', body: JSON.stringify(json) }
    const response = await fetch(url + request.url, {
      ...posted,
      headers: json === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      decompress: false,
    })
    const kept = [...response.headers].filter(([name]) => !CONNECTION_HEADERS.has(name))
    files.set(request.url, {
      path: request.url,
      body: await response.bytes(),
      headers: Object.fromEntries(kept),
    })
  }
  return [...files.values()]
}

/** Set by every server itself. */
const CONNECTION_HEADERS = new Set(['content-length', 'date', 'connection'])

/** Events per transaction with 32 concurrent clients. */
async function eventsPerCommit(server: Filled, folder: string): Promise<number> {
  const before = await readCounters(server)
  const { request } = server.subjects.at(-1) ?? {}
  if (!request) throw new Error('no subject reports events')
  await costOf({ ...request, url: server.url + request.url }, { pid: server.pid, seconds: SECONDS, folder })
  const after = await readCounters(server)
  return (after.events - before.events) / (after.commits - before.commits)
}

async function readCounters({ url }: Server): Promise<{ events: number; commits: number }> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await response.text()
  const read = (name: string) =>
    Number(new RegExp(`^passwright_${name}_total\\{[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { events: read('counted_events'), commits: read('event_commits') }
}
