import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { POSTS_PER_PAGE } from '#domain/posts.ts'
import { openDatabase } from '#src/db/open.ts'
import { post, signInFirst } from '../administrators.ts'
import { EXECUTABLE, type Listening, scratchFolder, startListening } from '../listening.ts'
import { dataOf, importMany, MANY } from '../many-posts.ts'
import { type Bench, interleaved, quantile } from '../measure.ts'
import { type Fixed, type Nginx, startNginx } from '../nginx.ts'
import { type Asked, type Cost, costOf } from '../wrk.ts'

const ROUNDS = 5
const SECONDS = 1
const STARTS = 9
const MIXED = { answers: 1_000_000, turns: 60 }
const METRICS_TOKEN = 'told-to-nobody-else'
const IDLE_MS = 2_000
const VISITORS = 100_000
const KEYWORDS = 1_000_000
const DAYS = 365
const WORDS = 900

const BROWSER = {
  'accept-encoding': 'br',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** What is asked of the server, what the same costs nginx, and what it may cost: microseconds, and times nginx. */
type Subject = {
  name: string
  asked: Asked
  fixed?: Fixed
  micros: number
  ofNginx?: number
  /** Whether a stranger may ask it of an empty site. */
  isOpen?: boolean
}

export const bench: Bench = {
  about: 'Everything that has a goal, beside nginx where it does the same (nginx and wrk must be installed)',
  async run() {
    await using folder = await scratchFolder()
    const starts = await measureStarts(folder.path)
    const imports = await importMany(folder.path)
    const data = dataOf(folder.path, 'Markdown')
    await fill(data)
    const proxied = ['--trust-proxy', '127.0.0.1', '--metrics-token', METRICS_TOKEN]
    const command = [EXECUTABLE, 'serve', '--port', '0', '--data', data, ...proxied]
    await using server = await startListening(command, folder.path)
    const token = await signInFirst(server, folder.path, data)
    const lists = await measureLists(server, token)
    const subjects = await subjectsOf(server, token)
    await using nginx = await startNginx(folder.path, [
      ...new Map(subjects.flatMap(({ fixed }) => (fixed ? [[fixed.path, fixed] as const] : []))).values(),
    ])
    const costs = await measureCosts(subjects, server, nginx, folder.path)
    const batch = await eventsInCommit(server, subjects, folder.path)
    const grown = await measureGrowth(folder.path, subjects)
    return [
      ['Work', 'µs of processor', 'nginx', 'ratio', 'requests/s', 'goal'],
      ...costs,
      row('events in a commit, 32 connections', batch.toFixed(1), '≥ 8'),
      row('first answer of /healthz, ms', starts.health.toFixed(0), '≤ 110'),
      row('first answer of /, ms', starts.home.toFixed(0), '≤ 150'),
      row(
        'idle memory: resident; anonymous, MB',
        `${starts.resident.toFixed(0)}; ${starts.anonymous.toFixed(0)}`,
        '≤ 95; ≤ 40',
      ),
      row(
        `after ${grown.answers.toLocaleString('en')} mixed requests, times idle`,
        grown.ratio.toFixed(2),
        '≤ 1.2',
      ),
      ...imports.map(({ from, seconds, cpu }) =>
        row(
          `${MANY.toLocaleString('en')} posts from ${from}, s (of processor)`,
          `${seconds.toFixed(1)} (${cpu.toFixed(1)})`,
          '≤ 6',
        ),
      ),
      ...lists,
    ]
  },
}

/** How many events the server writes in one transaction while 32 connections report one each. */
async function eventsInCommit(server: Listening, subjects: Subject[], folder: string): Promise<number> {
  const before = await readCounters(server)
  const { asked } = subjects.at(-1) ?? {}
  if (!asked) throw new Error('nothing reports events')
  await costOf({ ...asked, url: server.url + asked.url }, { pid: server.pid, seconds: SECONDS, folder })
  const after = await readCounters(server)
  return (after.events - before.events) / (after.commits - before.commits)
}

async function readCounters({ url }: Listening): Promise<{ events: number; commits: number }> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const text = await answer.text()
  const read = (name: string) =>
    Number(new RegExp(`^passwright_${name}_total\\{[^}]*\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { events: read('counted_events'), commits: read('counter_commits') }
}

/** How much a server that has just started grows under many requests of all kinds that strangers can send. */
async function measureGrowth(
  folder: string,
  subjects: Subject[],
): Promise<{ answers: number; ratio: number }> {
  const command = [
    EXECUTABLE,
    'serve',
    '--port',
    '0',
    '--data',
    `${folder}/empty`,
    '--trust-proxy',
    '127.0.0.1',
  ]
  await using server = await startListening(command, folder)
  await Bun.sleep(IDLE_MS)
  const idle = memoryOf(server.pid).resident
  const open = subjects.filter(({ isOpen }) => isOpen)
  let answers = 0
  for (let turn = 0; answers < MIXED.answers && turn < MIXED.turns; turn++) {
    const { asked } = open[turn % open.length] ?? {}
    if (!asked) break
    answers += (
      await costOf({ ...asked, url: server.url + asked.url }, { pid: server.pid, seconds: SECONDS, folder })
    ).answers
  }
  return { answers, ratio: memoryOf(server.pid).resident / idle }
}

const row = (name: string, value: string, goal: string) => [name, value, '', '', '', goal]

async function measureStarts(folder: string) {
  const command = [EXECUTABLE, 'serve', '--port', '0', '--data', `${folder}/empty`]
  const start = async (path: string) => {
    const started = performance.now()
    await using server = await startListening(command, folder)
    await (await fetch(server.url + path)).bytes()
    return { ms: performance.now() - started }
  }
  // The first start makes the database; every later one finds it.
  await start('/')
  const measured = await interleaved(STARTS, { '/healthz': () => start('/healthz'), '/': () => start('/') })
  const median = (path: string) => quantile((measured.get(path) ?? []).map(({ ms }) => ms))
  await using server = await startListening(command, folder)
  await Bun.sleep(IDLE_MS)
  return { health: median('/healthz'), home: median('/'), ...memoryOf(server.pid) }
}

/** In megabytes, as Linux counts it. */
function memoryOf(pid: number): { resident: number; anonymous: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { resident: read('VmRSS'), anonymous: read('RssAnon') }
}

/** A year of figures, today's visitors and a million keywords, straight into the database. */
async function fill(dataDir: string): Promise<void> {
  const opened = await openDatabase({ dataDir, now: () => new Date() })
  const { db } = opened
  const at = new Date().toISOString()
  const today = at.slice(0, 10)
  const numbers = (most: number) =>
    sql`WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${most})`
  await db.run(sql`INSERT INTO visitor_salts (day, salt) VALUES (${today}, randomblob(32))`)
  await db.run(sql`
    INSERT INTO visitors (day, hash) ${numbers(VISITORS)} SELECT ${today}, randomblob(32) FROM numbers`)
  await db.run(sql`
    INSERT INTO daily_counts (day, name, detail, count)
    ${numbers(DAYS)}
    SELECT date(${today}, '-' || i || ' days'), name, detail, 100 + i FROM numbers
    JOIN (SELECT 'page_view' AS name, '/blog/post-' || i AS detail FROM numbers WHERE i < 50
      UNION ALL SELECT 'password_generated', 'single')`)
  await db.run(sql`
    INSERT INTO keyword_uploads (id, batch, parts, uploaded_at, completed_at) VALUES (1, 'a', 1, ${at}, ${at})`)
  await db.run(sql`
    INSERT INTO keyword_parts (id, upload_id, number, state, touched_at, keywords, top_keywords)
    VALUES (1, 1, 1, 'stored', ${at}, ${KEYWORDS}, '[]')`)
  await db.run(sql`
    INSERT INTO keywords (id, keyword, position, search_volume, traffic)
    ${numbers(KEYWORDS)} SELECT (1 << 20) + i, 'best café no. ' || i, i % 100, i % 1000, i % 500 FROM numbers`)
  await opened.close()
}

const LISTS = [
  '/blog',
  `/blog?page=${MANY / POSTS_PER_PAGE}`,
  '/blog/tag/Tag%203',
  '/feed.xml',
  '/sitemap.xml',
  '/api/blog/posts?limit=50&offset=5000',
  '/api/admin/blog/posts?limit=50&offset=9000',
  '/api/admin/competitor-keywords?limit=50&offset=900000',
  '/api/admin/metrics?days=365',
  '/api/admin/dashboard',
]

/** The first answer of each page and list, and the median of those that follow, milliseconds. */
async function measureLists(server: Listening, token: string): Promise<string[][]> {
  const rows: string[][] = []
  for (const path of LISTS) {
    const times: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      const started = performance.now()
      const answer = await fetch(server.url + path, {
        // As browsers ask: what is large is kept as gzip alone.
        headers: { ...BROWSER, 'accept-encoding': 'gzip, br', authorization: `Bearer ${token}` },
        decompress: false,
      })
      await answer.bytes()
      times.push(performance.now() - started)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    }
    const [first = Number.NaN, ...kept] = times
    rows.push(
      row(`${path}: first; then, ms`, `${first.toFixed(0)}; ${quantile(kept).toFixed(1)}`, '≤ 150; ≤ 5'),
    )
  }
  return rows
}

/** Publishes as many words of the README, which is prose that nobody made for measuring. Answers the post's path. */
async function publish(server: Listening, token: string): Promise<string> {
  const prose = (await Bun.file('README.md').text()).replace(/^[|`].*$/gm, '')
  const content = prose
    .split(/(?<=\s)/)
    .slice(0, WORDS)
    .join('')
  const draft = { title: 'How to run a site of your own', content, status: 'published' }
  const answer = await post(server, '/api/admin/blog/posts', draft, { token })
  if (!answer.ok) throw new Error(`the post was answered with ${answer.status}`)
  return `/blog/${(await answer.json()).slug}`
}

async function subjectsOf(server: Listening, token: string): Promise<Subject[]> {
  const page = await publish(server, token)
  const html = await (await fetch(server.url, { headers: BROWSER })).text()
  const script = /<script[^>]+src="([^"]+)"/.exec(html)?.[1] ?? ''
  const { url } = server
  const fixed = async (path: string): Promise<Fixed> => {
    const answer = await fetch(url + path, { headers: BROWSER, decompress: false })
    return { path, body: await answer.bytes(), headers: Object.fromEntries(answer.headers) }
  }
  const isFromMany = true
  const etag = (await fetch(url, { headers: BROWSER })).headers.get('etag') ?? ''
  const api = page.replace('/blog/', '/api/blog/posts/')
  return [
    {
      name: 'GET /',
      isOpen: true,
      asked: { url: '/', headers: BROWSER },
      fixed: await fixed('/'),
      micros: 21,
      ofNginx: 1.5,
    },
    {
      name: 'GET a post',
      asked: { url: page, headers: BROWSER },
      fixed: await fixed(page),
      micros: 21,
      ofNginx: 1.5,
    },
    {
      name: '304 by ETag',
      isOpen: true,
      asked: { url: '/', headers: { ...BROWSER, 'if-none-match': etag } },
      fixed: await fixed('/'),
      micros: 14,
      ofNginx: 1.1,
    },
    {
      name: 'GET an asset',
      isOpen: true,
      asked: { url: script, headers: BROWSER },
      fixed: await fixed(script),
      micros: 20,
      ofNginx: 1.1,
    },
    { name: 'GET /healthz', isOpen: true, asked: { url: '/healthz' }, micros: 16 },
    {
      name: 'GET /api/blog/posts/{slug}',
      asked: { url: api, headers: BROWSER, isFromMany },
      fixed: await fixed(api),
      micros: 26,
      ofNginx: 2,
    },
    {
      name: `the dashboard, ${VISITORS.toLocaleString('en')} visitors`,
      asked: { url: '/api/admin/dashboard', headers: { authorization: `Bearer ${token}` }, isFromMany },
      micros: 100,
    },
    {
      name: 'POST /api/track/page-view',
      isOpen: true,
      asked: {
        url: '/api/track/page-view',
        headers: { 'user-agent': BROWSER['user-agent'] },
        json: { path: '/faq' },
        isFromMany,
      },
      micros: 60,
    },
  ]
}

async function measureCosts(
  subjects: Subject[],
  server: Listening,
  nginx: Nginx,
  folder: string,
): Promise<string[][]> {
  const costOfNginx = async ({ headers = {} }: Asked, { path }: Fixed) => {
    const url = nginx.url + path
    const etag = 'if-none-match' in headers ? (await fetch(url)).headers.get('etag') : null
    const sent = etag === null ? headers : { ...headers, 'if-none-match': etag }
    return costOf({ url, headers: sent }, { pid: nginx.pid, seconds: SECONDS, folder })
  }
  const from = (base: string, asked: Asked) => ({ ...asked, url: base + asked.url })
  const measures = subjects.flatMap(({ name, asked, fixed }) => [
    [name, () => costOf(from(server.url, asked), { pid: server.pid, seconds: SECONDS, folder })] as const,
    ...(fixed ? [[`${name}, nginx`, () => costOfNginx(asked, fixed)] as const] : []),
  ])
  const measured = await interleaved<Cost>(ROUNDS, Object.fromEntries(measures))
  const median = (name: string, read: (cost: Cost) => number) => {
    const all = measured.get(name)
    return all ? quantile(all.map(read)) : null
  }
  return subjects.map(({ name, micros, ofNginx }) => {
    const ours = median(name, (cost) => cost.micros) ?? Number.NaN
    const theirs = median(`${name}, nginx`, (cost) => cost.micros)
    const perSecond = median(name, (cost) => cost.perSecond) ?? 0
    return [
      name,
      ours.toFixed(1),
      theirs?.toFixed(1) ?? '',
      theirs === null ? '' : (ours / theirs).toFixed(2),
      perSecond.toLocaleString('en', { maximumFractionDigits: 0 }),
      `≤ ${micros}${ofNginx === undefined ? '' : `, ≤ ${ofNginx} × nginx`}`,
    ]
  })
}
