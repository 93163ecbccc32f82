import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { POSTS_PER_PAGE } from '#domain/posts.ts'
import { openDatabase } from '#src/db/open.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { setUp } from '#web/e2e/administration.ts'
import { EXECUTABLE, type Server, startServer } from '#web/e2e/harness.ts'
import { type Bench, quantile } from '../measure.ts'
import { dataOf, measureImports, POST_COUNT } from '../post-imports.ts'
import { BROWSER, costOf, NETWORKS, type WrkRequest } from '../wrk.ts'
import { measureRequests } from './requests.ts'
import { measureStarts } from './start.ts'

const SECONDS = 1
const MIXED = { responses: 1_000_000, turns: 200 }
const IDLE_MS = 2_000
const PAUSE_MS = 5_000
const VISITORS = 100_000
const KEYWORDS = 1_000_000
const DAYS = 365

export const bench: Bench = {
  about: 'All benchmarks with a target, compared with nginx where possible (nginx and wrk must be installed)',
  async run() {
    using folder = temporaryFolder()
    const starts = await measureStarts(folder.path, {
      '/healthz': { executable: EXECUTABLE, path: '/healthz' },
      '/': { executable: EXECUTABLE, path: '/' },
    })
    const idle = await measureIdle(folder.path)
    const imports = await measureImports(folder.path)
    const data = dataOf(folder.path, 'Markdown')
    await fill(data)
    await using server = await startServer({ flags: ['--data', data] })
    const token = await setUp(server)
    const lists = await measureLists(server, token)
    const { rows, open } = await measureRequests()
    const grown = await measureGrowth(folder.path, open)
    return [
      ...rows,
      ...[...starts].map(([path, { ms, cpuMs }]) =>
        row(`first response of ${path}, ms (CPU)`, `${ms.toFixed(0)} (${cpuMs.toFixed(0)})`, '≤ 150'),
      ),
      row(
        'idle memory: resident; anonymous, MB',
        `${idle.resident.toFixed(0)}; ${idle.anonymous.toFixed(0)}`,
        '≤ 95; ≤ 40',
      ),
      row(
        `after ${grown.responses.toLocaleString('en')} requests from ${NETWORKS.toLocaleString('en')} networks; after a pause, relative to idle`,
        grown.ratios.map((ratio) => ratio.toFixed(2)).join('; '),
        '≤ 1.25',
      ),
      ...imports.map(({ from, seconds, cpuSeconds }) =>
        row(
          `${POST_COUNT.toLocaleString('en')} posts from ${from}, s (CPU)`,
          `${seconds.toFixed(1)} (${cpuSeconds.toFixed(1)})`,
          '≤ 6',
        ),
      ),
      ...lists,
    ]
  },
}

/** Resident memory after all kinds of public requests from many networks, and after a pause, relative to idle. */
async function measureGrowth(
  folder: string,
  open: WrkRequest[],
): Promise<{ responses: number; ratios: number[] }> {
  const flags = ['--data', `${folder}/empty`, '--trust-proxy', '127.0.0.1']
  await using server = await startServer({ flags })
  await Bun.sleep(IDLE_MS)
  const idle = memoryOf(server.pid).resident
  let responses = 0
  for (let turn = 0; responses < MIXED.responses && turn < MIXED.turns; turn++) {
    const request = open[turn % open.length]
    if (!request) break
    const url = server.url + request.url
    const fromMany = { ...request, url, isFromManyNetworks: true }
    responses += (await costOf(fromMany, { pid: server.pid, seconds: SECONDS, folder })).responses
  }
  const loaded = memoryOf(server.pid).resident
  await Bun.sleep(PAUSE_MS)
  return { responses, ratios: [loaded / idle, memoryOf(server.pid).resident / idle] }
}

const row = (name: string, value: string, target: string) => [name, '', value, '', '', '', '', '', target]

async function measureIdle(folder: string) {
  await using server = await startServer({ flags: ['--data', `${folder}/idle`] })
  await Bun.sleep(IDLE_MS)
  return memoryOf(server.pid)
}

/** As reported by Linux, in megabytes. */
function memoryOf(pid: number): { resident: number; anonymous: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { resident: read('VmRSS'), anonymous: read('RssAnon') }
}

/** A year of statistics, today's visitors and a million keywords. */
async function fill(dataDir: string): Promise<void> {
  const opened = await openDatabase({ dataDir, now: () => new Date() })
  const { db } = opened
  const at = new Date().toISOString()
  const today = at.slice(0, 10)
  const numbers = (count: number) =>
    sql`WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${count})`
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
  `/blog?page=${POST_COUNT / POSTS_PER_PAGE}`,
  '/blog/tag/Tag%203',
  '/feed.xml',
  '/sitemap.xml',
  '/api/blog/posts?limit=50&offset=5000',
  '/api/admin/blog/posts?limit=50&offset=9000',
  '/api/admin/competitor-keywords?limit=50&offset=900000',
  '/api/admin/metrics?days=365',
  '/api/admin/dashboard',
]

/** The first response and the median of the others, in milliseconds. */
async function measureLists(server: Server, token: string): Promise<string[][]> {
  const rows: string[][] = []
  for (const path of LISTS) {
    const times: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      const started = performance.now()
      const response = await fetch(server.url + path, {
        // As browsers send it: large bodies are cached as gzip only.
        headers: { ...BROWSER, 'accept-encoding': 'gzip, br', authorization: `Bearer ${token}` },
        decompress: false,
      })
      await response.bytes()
      times.push(performance.now() - started)
      if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    }
    const [first = Number.NaN, ...kept] = times
    rows.push(
      row(`${path}: first; then, ms`, `${first.toFixed(0)}; ${quantile(kept).toFixed(1)}`, '≤ 150; ≤ 5'),
    )
  }
  return rows
}
