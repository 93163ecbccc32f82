import { sql } from 'drizzle-orm'
import { openDatabase } from '#src/db/open.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { setUp } from '#web/e2e/administration.ts'
import { processMs } from '#web/e2e/attack/processor-time.ts'
import { residentMegabytes, startServer } from '#web/e2e/harness.ts'
import type { Bench } from '../measure.ts'
import { BROWSER } from '../wrk.ts'

const ROWS = [1_000, 10_000, 100_000]
const REQUESTS = 20

/** `tag` has one post in a thousand; a query that nobody sent before isn't cached. */
const PATHS: Record<string, (turn: number) => string> = {
  'a post': () => '/blog/post-7',
  'the blog': () => '/blog',
  'its last page': () => '/blog?page=2',
  'a tag': () => '/blog/tag/Tag%203',
  'a search': (turn) => `/api/blog/posts?search=word${turn}`,
  'the feed': () => '/feed.xml',
  'the sitemap': () => '/sitemap.xml',
  'the list of posts': (turn) => `/api/admin/blog/posts?limit=50&offset=${turn}`,
  'posts by title': (turn) => `/api/admin/blog/posts?limit=50&sort=title&offset=${turn}`,
  'the list of keywords': (turn) => `/api/admin/competitor-keywords?limit=50&offset=${turn}`,
  'the dashboard': () => '/api/admin/dashboard',
}

export const bench: Bench = {
  about:
    'Processor time of lists by the number of posts, keywords and visitors: the first response; then, ms',
  async run() {
    const columns: string[][] = []
    for (const rows of ROWS) columns.push(await measure(rows))
    return [
      ['', ...ROWS.map((rows) => rows.toLocaleString('en'))],
      ...[...Object.keys(PATHS), 'memory afterward, MB'].map((name, row) => [
        name,
        ...columns.map((column) => column[row] ?? ''),
      ]),
    ]
  },
}

async function measure(rows: number): Promise<string[]> {
  using folder = temporaryFolder()
  await fill(`${folder.path}/data`, rows)
  await using server = await startServer({
    flags: ['--data', `${folder.path}/data`, '--trust-proxy', '127.0.0.1'],
  })
  const token = await setUp(server)
  const request = async (path: string, client: number) => {
    const headers = {
      ...BROWSER,
      'accept-encoding': 'gzip, br',
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.0.0.${client % 256}`,
    }
    const response = await fetch(server.url + path, { headers, decompress: false })
    const { byteLength } = await response.bytes()
    if (!response.ok) throw new Error(`${path} returned ${response.status}`)
    return byteLength
  }
  const cells: string[] = []
  let client = 0
  for (const pathOf of Object.values(PATHS)) {
    const before = processMs(server.pid)
    const bytes = await request(pathOf(0), client++)
    const first = processMs(server.pid)
    for (let turn = 1; turn <= REQUESTS; turn++) await request(pathOf(turn), client++)
    const then = (processMs(server.pid) - first) / REQUESTS
    cells.push(`${first - before}; ${then.toFixed(1)} (${(bytes / 1024).toFixed(0)} kB)`)
  }
  return [...cells, residentMegabytes(server).toFixed(0)]
}

/** As many posts, keywords and visitors today. */
async function fill(dataDir: string, count: number): Promise<void> {
  const opened = await openDatabase({ dataDir, now: () => new Date() })
  const { db } = opened
  const at = new Date().toISOString()
  const today = at.slice(0, 10)
  const numbers = sql`WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${count})`
  await db.run(sql`INSERT INTO visitor_salts (day, salt) VALUES (${today}, randomblob(32))`)
  await db.run(sql`
    INSERT INTO visitors (day, hash) ${numbers} SELECT ${today}, randomblob(32) FROM numbers`)
  await db.run(sql`
    INSERT INTO posts (slug, title, excerpt, meta_title, meta_description, content, tags, status, published_at, created_at, updated_at, reading_minutes)
    ${numbers} SELECT 'post-' || i, 'Post no. ' || (i * 7919 % ${count}), '', '', '', 'Some word' || (i % 100) || ' of a post.',
      '["Tag ' || (i % 1000) || '"]', 'published', at, at, at, 1
    FROM (SELECT i, strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, '-' || i || ' minutes') AS at FROM numbers)`)
  await db.run(sql`
    INSERT INTO keyword_uploads (id, batch, parts, uploaded_at, completed_at) VALUES (1, 'a', 1, ${at}, ${at})`)
  await db.run(sql`
    INSERT INTO keyword_parts (id, upload_id, number, state, touched_at, keywords, top_keywords)
    VALUES (1, 1, 1, 'stored', ${at}, ${count}, '[]')`)
  await db.run(sql`
    INSERT INTO keywords (id, keyword, position, search_volume, traffic)
    ${numbers} SELECT (1 << 20) + i, 'best café no. ' || i, i % 100, i % 1000, i % 500 FROM numbers`)
  await opened.close()
}
