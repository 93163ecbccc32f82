import { createPageReader } from '#src/analyses/page-reader.ts'
import { createLog } from '#src/log.ts'
import { temporaryFolder } from '#src/testing/folder.ts'
import { setUp } from '#web/e2e/administration.ts'
import { processMs } from '#web/e2e/attack/processor-time.ts'
import type { Sample } from '#web/e2e/attack/watchdog.ts'
import { type Server, startServer } from '#web/e2e/harness.ts'
import { type Bench, quantile } from '../measure.ts'
import { dataOf, measureImports, POST_COUNT } from '../post-imports.ts'
import { readProse } from '../prose.ts'

const POSTS = '/api/admin/blog/posts'
const SAVES = 200
const ROUNDS = 3
/** The jobs that begin a second after the server would count as a long turn. */
const JOBS_MS = 3_000
const PAGE_BYTES = 1024 * 1024
const PAGES = 7

export const bench: Bench = {
  about: 'Processor time of saving and importing posts and of analyzing a page',
  async run() {
    using folder = temporaryFolder()
    const imports = await measureImports(folder.path)
    await using server = await startServer({
      flags: ['--data', dataOf(folder.path, 'Markdown'), '--trust-proxy', '127.0.0.1'],
    })
    const token = await setUp(server)
    return [
      ['CPU ms', 'each', 'longest turn', 'target'],
      ...(await measureSaves(server, token)),
      ...imports.map(({ from, cpuSeconds }) => [
        `${POST_COUNT.toLocaleString('en')} posts from ${from}`,
        (cpuSeconds * 1000).toFixed(0),
        '',
        '≤ 4000',
      ]),
      await measureAnalysis(),
    ]
  },
}

/** With 10,000 other posts; the content has 900 words. */
async function measureSaves(server: Server, token: string): Promise<string[][]> {
  const content = (await readProse()).slice(0, 6_000)
  let saved = 0
  const inputOf = () => ({
    title: `A post ${++saved}`,
    content: `${content} ${saved}`,
    tags: ['One', 'Two'],
    status: 'published',
  })
  const send = async (method: string, path: string) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.0.${saved >> 8}.${saved & 255}`,
    }
    const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(inputOf()) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
    return response.json()
  }
  // Otherwise a job would index the imported posts meanwhile.
  await (await fetch(`${server.url}/api/blog/posts?search=password`)).bytes()
  await Bun.sleep(JOBS_MS)
  const { id } = await send('POST', POSTS)
  const kinds = {
    'save a post': () => send('PUT', `${POSTS}/${id}`),
    'create a post': () => send('POST', POSTS),
  }
  const rows: string[][] = []
  for (const [name, save] of Object.entries(kinds)) {
    const each: number[] = []
    const longest = await longestTurn(server, async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const before = processMs(server.pid)
        for (let turn = 0; turn < SAVES; turn++) await save()
        each.push((processMs(server.pid) - before) / SAVES)
      }
    })
    rows.push([name, quantile(each).toFixed(2), longest.toFixed(1), '≤ 1.2'])
  }
  return rows
}

/** Processor time of the main thread before it answers /healthz, at most, in ms. */
async function longestTurn({ url, pid }: Server, work: () => Promise<void>): Promise<number> {
  const client = Bun.spawn([process.execPath, 'web/e2e/attack/watchdog-client.ts', url, String(pid)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  await work()
  await client.stdin.end()
  const lines = (await new Response(client.stdout).text()).trim().split('\n')
  return Math.max(...lines.map((line) => readSample(line).busy))
}

const readSample = (line: string): Sample => JSON.parse(line)

/** In its thread, once it is warm. */
async function measureAnalysis(): Promise<string[]> {
  const prose = await readProse()
  const paragraphs = prose.split(/\n\n+/).map((text) => `<p>${text}</p>\n`)
  let html = '<!doctype html><html lang=en><title>How to run a site of your own</title><body><main>'
  for (let at = 0; html.length < PAGE_BYTES; at++) html += paragraphs[at % paragraphs.length]
  const body = new TextEncoder().encode(html)
  const log = createLog({
    format: 'text',
    now: () => new Date(),
    write: (line) => process.stderr.write(line),
  })
  await using reader = createPageReader({ log })
  const times: number[] = []
  for (let page = 0; page < PAGES; page++) {
    const before = process.cpuUsage()
    await reader.read(
      { url: 'https://example.com/', contentType: 'text/html; charset=utf-8', body },
      new AbortController().signal,
    )
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  const [first = Number.NaN, ...later] = times
  return [`analyze a page of 1 MB (the first: ${first.toFixed(0)})`, quantile(later).toFixed(0), '', '≤ 120']
}
