import type { PageData } from '#domain/site.ts'
import { post, signInFirst } from '../administrators.ts'
import { EXECUTABLE, type Listening, scratchFolder, startListening } from '../listening.ts'
import type { Bench } from '../measure.ts'

const POST = {
  title: 'How to run a site of your own',
  content: '## Bits\n\n| Way | Bits |\n|---|---|\n| words | 77 |\n| characters | 103 |\n\n',
  status: 'published',
}
const WORDS = 900

const TRIES = 200
const TRY_AGAIN_MS = 50

type Visit = { path: string; document: number; first: number; app: Map<string, number>; isAtOnce: boolean }

export const bench: Bench = {
  about: 'What a first visit downloads, in bytes after brotli, and the chunks of the app',
  async run() {
    await using folder = await scratchFolder()
    await using server = await startListening([EXECUTABLE, 'serve', '--port', '0'], folder.path)
    const slug = await publish(server, folder.path)
    const paths = ['/', '/password-checker', '/contact', '/faq', '/blog', `/blog/${slug}`]
    const visits = await Promise.all(paths.map((path) => measure(server.url, path)))
    const chunks = new Map(visits.flatMap(({ app }) => [...app]))
    return [
      ['page', 'document', 'first script', 'app', 'at once'],
      ...visits.map(({ path, document, first, app, isAtOnce }) => {
        const whole = sum(app.values())
        return [
          path,
          show(document),
          show(first),
          show(whole),
          show(document + first + (isAtOnce ? whole : 0)),
        ]
      }),
      ['', '', '', '', ''],
      ...[...chunks].sort(([, a], [, b]) => b - a).map(([name, bytes]) => [name, '', '', show(bytes), '']),
    ]
  },
}

/** A post with a table and as many words of the README, which is prose that nobody made for measuring. */
async function publish(server: Listening, folder: string): Promise<string> {
  const token = await signInFirst(server, folder)
  const prose = (await Bun.file('README.md').text()).replace(/^[|`].*$/gm, '')
  const words = prose.split(/(?<=\s)/).slice(0, WORDS)
  const draft = { ...POST, content: POST.content + words.join('') }
  const answer = await post(server, '/api/admin/blog/posts', draft, { token })
  if (!answer.ok) throw new Error(`the post was answered with ${answer.status}`)
  return (await answer.json()).slug
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
    isAtOnce: (startsOn ?? 'load') === 'load',
  }
}

function readPageData(html: string): PageData {
  const [, json] = /<script id="page-data"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
  if (json === undefined) throw new Error('the document carries no page data')
  return JSON.parse(json)
}

/** A document is compressed again, and better, once it has been asked for. */
async function settledBytesOf(url: string): Promise<number> {
  const first = await bytesOf(url)
  for (let tries = 0; tries < TRIES; tries++) {
    const now = await bytesOf(url)
    if (now < first) return now
    await Bun.sleep(TRY_AGAIN_MS)
  }
  return first
}

async function bytesOf(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' }, decompress: false })
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`)
  return (await answer.bytes()).byteLength
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((all, one) => all + one, 0)
const show = (bytes: number) => bytes.toLocaleString('en')
const nameOf = (file: string) => file.replace(/^\/assets\/(.*)-[\w-]{8}(\.\w+)$/, '$1$2')
