import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { KEYWORDS_PATH } from '#domain/keywords.ts'
import { POST_LIMITS } from '#domain/posts.ts'
import type { Database } from '#src/db/database.ts'
import { posts } from '#src/db/schema.ts'
import { printFigures, shortOrLong } from '#src/testing/attack.ts'
import { completion } from '#src/testing/chat-server.ts'
import { startSetUp } from '#web/e2e/administration.ts'
import type { Server } from '#web/e2e/harness.ts'
import { setUpBehindProxy } from './acknowledged-writes.ts'
import { startSeeded } from './seeded-server.ts'
import { expectResponsive, watch } from './watchdog.ts'

const TIME = '2026-03-14T12:00:00.000Z'

/** Worst case in a draft of 'a' only: matches nearly everywhere, and never. */
const NEARLY = ['é', 'b'].flatMap((last) => [99, 199].map((count) => 'a'.repeat(count) + last))

async function writeDrafts(db: Database): Promise<void> {
  for (const slug of ['one', 'two', 'three', 'four']) {
    await db.insert(posts).values({
      title: 'Draft',
      slug,
      excerpt: '',
      content: 'a'.repeat(POST_LIMITS.content),
      status: 'draft',
      tags: [],
      metaTitle: '',
      metaDescription: '',
      createdAt: TIME,
      updatedAt: TIME,
    })
  }
}

const KEYWORDS = shortOrLong(100_000, 1_000_000)

/** As stored by an earlier release; the first search folds them. */
async function writeKeywords(db: Database): Promise<void> {
  await db.run(sql`
    INSERT INTO keyword_uploads (id, batch, parts, uploaded_at, completed_at) VALUES (1, 'a', 1, ${TIME}, ${TIME})`)
  await db.run(sql`
    INSERT INTO keyword_parts (id, upload_id, number, state, touched_at, keywords, top_keywords)
    VALUES (1, 1, 1, 'stored', ${TIME}, ${KEYWORDS}, '[]')`)
  await db.run(sql`
    INSERT INTO keywords (id, keyword, position, search_volume, traffic)
    WITH RECURSIVE numbers (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM numbers WHERE i + 1 < ${KEYWORDS})
    SELECT (1 << 20) + i, 'best café no. ' || i, i % 100, i % 1000, i % 500 FROM numbers`)
}

async function get(server: Server, token: string, path: string, signal: AbortSignal) {
  const started = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(server.url + path, { headers, signal })
  await answer.bytes()
  const total = Number(answer.headers.get('x-total-count'))
  return { status: answer.status, total, milliseconds: Math.round(performance.now() - started) }
}

test('searches through long drafts do not delay other requests', async () => {
  await using server = await startSeeded({ seed: writeDrafts })
  const token = await setUpBehindProxy(server)
  const statuses: number[] = []
  const watched = await watch(server, async ({ signal }) => {
    for (const search of NEARLY) {
      const query = `/api/admin/blog/posts?search=${encodeURIComponent(search)}`
      const pending = Array.from({ length: shortOrLong(3, 20) }, () => get(server, token, query, signal))
      statuses.push(...(await Promise.all(pending)).map(({ status }) => status))
    }
  })
  expectResponsive('Searches through long drafts', watched)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(statuses.length).toBeGreaterThan(0)
})

test('searches through many keywords do not delay other requests', async () => {
  await using server = await startSeeded({ seed: writeKeywords })
  const token = await setUpBehindProxy(server)
  const times: number[] = []
  const watched = await watch(server, async ({ signal }) => {
    // The first search folds rows of an earlier release.
    for (const search of ['cafe', 'café no. 99', 'nothing']) {
      const query = `${KEYWORDS_PATH}?limit=50&search=${encodeURIComponent(search)}`
      const { status, milliseconds } = await get(server, token, query, signal)
      expect(status).toBe(200)
      times.push(milliseconds)
    }
    const typed = 'cafe no. 9'
    for (let end = 1; end <= typed.length; end++) {
      const controller = new AbortController()
      const query = `${KEYWORDS_PATH}?limit=50&search=${encodeURIComponent(typed.slice(0, end))}`
      const pending = get(server, token, query, AbortSignal.any([signal, controller.signal]))
      const settled = pending.catch((error: unknown) => error)
      // The next key is pressed when the server has received the request.
      await fetch(`${server.url}/healthz`)
      controller.abort()
      await settled
    }
  })
  printFigures(`A search among ${KEYWORDS} keywords`, {
    'ms with folding': times[0] ?? 0,
    'ms for many': times[1] ?? 0,
    'ms for none': times[2] ?? 0,
  })
  expectResponsive(`Searches among ${KEYWORDS} keywords`, watched)
  expect(times.length).toBe(3)
})

test('a hostile response from the AI provider does not delay other requests', async () => {
  const hostile = `# ${' '.repeat(2_000)}\u2028x`
  using provider = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => completion(hostile) })
  await using server = await startSetUp({ env: { OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1` } })
  const { token } = server.login
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const post = (path: string, body: unknown, signal: AbortSignal) =>
    fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body), signal })
  let status = 0
  const watched = await watch(server, async ({ signal }) => {
    const prompt = { name: 'a', systemPrompt: 'b', userPromptTemplate: 'c' }
    const { id } = await (await post('/api/admin/ai-prompts', prompt, signal)).json()
    const answer = await post('/api/admin/ai-generate-blog', { title: 'Keys', promptId: id }, signal)
    status = answer.status
  })
  expectResponsive('A hostile answer of the AI provider', watched)
  expect(status).toBe(201)
})
