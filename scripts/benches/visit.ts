import type { PageData } from '#domain/site.ts'
import { post, signInFirst } from '../administrators.ts'
import type { Bench } from '../measure.ts'
import { readProse } from '../prose.ts'
import { EXECUTABLE, type RunningServer, scratchFolder, startServer } from '../start-server.ts'

const POST = {
  title: 'How to run a site of your own',
  content: '## Bits\n\n| Way | Bits |\n|---|---|\n| words | 77 |\n| characters | 103 |\n\n',
  status: 'published',
}
const WORDS = 900

const ATTEMPTS = 200
const RETRY_MS = 50

type Visit = {
  path: string
  document: number
  first: number
  app: Map<string, number>
  startsAtOnce: boolean
}

export const bench: Bench = {
  about: 'What a first visit downloads, in bytes after brotli, and the chunks of the app',
  async run() {
    await using folder = await scratchFolder()
    await using server = await startServer([EXECUTABLE, 'serve', '--port', '0'], folder.path)
    const slug = await publish(server, folder.path)
    const paths = ['/', '/password-checker', '/contact', '/faq', '/blog', `/blog/${slug}`]
    const visits = await Promise.all(paths.map((path) => measure(server.url, path)))
    const chunks = new Map(visits.flatMap(({ app }) => [...app]))
    return [
      ['page', 'document', 'first script', 'app', 'at start'],
      ...visits.map(({ path, document, first, app, startsAtOnce }) => {
        const whole = sum(app.values())
        return [
          path,
          show(document),
          show(first),
          show(whole),
          show(document + first + (startsAtOnce ? whole : 0)),
        ]
      }),
      ['', '', '', '', ''],
      ...[...chunks].sort(([, a], [, b]) => b - a).map(([name, bytes]) => [name, '', '', show(bytes), '']),
    ]
  },
}

async function publish(server: RunningServer, folder: string): Promise<string> {
  const token = await signInFirst(server, folder)
  const prose = await readProse()
  const words = prose.split(/(?<=\s)/).slice(0, WORDS)
  const draft = { ...POST, content: POST.content + words.join('') }
  const response = await post(server, '/api/admin/blog/posts', draft, { token })
  if (!response.ok) throw new Error(`creating the post returned ${response.status}`)
  return (await response.json()).slug
}

async function measure(origin: string, path: string): Promise<Visit> {
  const url = origin + path
  const html = await (await fetch(url)).text()
  const { build, startsOn } = readPageData(html)
  const sizes = async (files: string[]) =>
    new Map(
      await Promise.all(files.map(async (file) => [nameOf(file), await bytesOf(origin + file)] as const)),
    )
  const first = await sizes([build.script, ...build.preloads, ...build.styles])
  return {
    path,
    document: await settledBytesOf(url),
    first: sum(first.values()),
    app: await sizes(build.later ?? []),
    startsAtOnce: (startsOn ?? 'load') === 'load',
  }
}

function readPageData(html: string): PageData {
  const [, json] = /<script id="page-data"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  if (json === undefined) throw new Error('the document has no page data')
  return JSON.parse(json)
}

/** Documents are recompressed at higher quality after the first request. */
async function settledBytesOf(url: string): Promise<number> {
  const first = await bytesOf(url)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const now = await bytesOf(url)
    if (now < first) return now
    await Bun.sleep(RETRY_MS)
  }
  return first
}

async function bytesOf(url: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' }, decompress: false })
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  return (await response.bytes()).byteLength
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)
const show = (bytes: number) => bytes.toLocaleString('en')
const nameOf = (file: string) => file.replace(/^\/assets\/(.*)-[\w-]{8}(\.\w+)$/, '$1$2')
