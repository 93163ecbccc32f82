import { gzipSync } from 'bun'
import { post, signInFirst } from '../administrators.ts'
import { EXECUTABLE, type Listening, scratchFolder, startListening } from '../listening.ts'
import { putLoad } from '../load.ts'
import { type Bench, interleaved, medianRows } from '../measure.ts'

const ROUNDS = 7
const WORDS = 900
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SETTINGS = {
  connections: 32,
  seconds: 2,
  headers: { 'accept-encoding': 'gzip', 'user-agent': FIREFOX },
}

export const bench: Bench = {
  about: `A post of ${WORDS} words, gzip, over 32 connections, against nginx with a precompressed file (nginx must be installed)`,
  async run() {
    await using folder = await scratchFolder()
    await using ours = await startListening([EXECUTABLE, 'serve', '--port', '0'], folder.path)
    const page = await publish(ours, folder.path)
    const body = await (await fetch(page)).bytes()
    await using nginx = await startNginx(folder.path, body)

    const subjects = {
      passwright: () => putLoad(page, SETTINGS),
      'nginx gzip_static': () => putLoad(nginx.page, SETTINGS),
    }
    await interleaved(1, subjects)
    const load = medianRows(await interleaved(ROUNDS, subjects), {
      'requests/s': { read: ({ perSecond }) => perSecond, digits: 0 },
      'p50 ms': { read: ({ p50 }) => p50, digits: 2 },
      'p99 ms': { read: ({ p99 }) => p99, digits: 2 },
    })
    const sheets = new TextDecoder().decode(body).matchAll(/<link[^>]+href="([^"]+\.css)"/g)
    const addresses = [page, ...[...sheets].map(([, path]) => `${ours.url}${path}`)]
    const sizes = await Promise.all(addresses.map(async (url) => [nameOf(url), await brotliBytes(url)]))
    return [...load, ['', '', '', ''], ['bytes, br', '', '', ''], ...sizes.map((row) => [...row, '', ''])]
  },
}

/** Publishes as many words of the README, which is prose that nobody made for measuring. Answers the post's address. */
async function publish(server: Listening, folder: string): Promise<string> {
  const token = await signInFirst(server, folder)
  const prose = (await Bun.file('README.md').text()).replace(/^[|`].*$/gm, '')
  const content = prose
    .split(/(?<=\s)/)
    .slice(0, WORDS)
    .join('')
  const draft = { title: 'How to run a site of your own', content, status: 'published' }
  const answer = await post(server, '/api/admin/blog/posts', draft, { token })
  if (!answer.ok) throw new Error(`the post was answered with ${answer.status}`)
  return `${server.url}/blog/${(await answer.json()).slug}`
}

async function brotliBytes(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' }, decompress: false })
  return (await answer.bytes()).byteLength.toLocaleString('en')
}

const nameOf = (url: string) => new URL(url).pathname.replace(/-[^-]+(?=\.css$)/, '')

/** One worker, as the server has one thread. It says nothing when it listens, so it is asked until it answers. */
async function startNginx(folder: string, body: Uint8Array<ArrayBuffer>) {
  const root = `${folder}/nginx`
  await Bun.write(`${root}/post.html`, body)
  await Bun.write(`${root}/post.html.gz`, gzipSync(body, { level: 9 }))
  const port = freePort()
  await Bun.write(`${root}/nginx.conf`, configuration(root, port))
  const child = Bun.spawn(['nginx', '-p', root, '-c', `${root}/nginx.conf`], { stderr: 'ignore' })
  const page = `http://127.0.0.1:${port}/post.html`
  for (let tries = 0; !(await answers(page)); tries += 1) {
    if (tries === 100 || child.exitCode !== null) throw new Error('nginx does not answer')
    await Bun.sleep(50)
  }
  return {
    page,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await child.exited
    },
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )

function freePort(): number {
  using listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  return listener.port
}

const configuration = (root: string, port: number) => `
daemon off;
user root;
worker_processes 1;
pid ${root}/pid;
error_log ${root}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  types { text/html html; }
  gzip_static on;
  keepalive_requests 100000000;
  client_body_temp_path ${root}/body;
  proxy_temp_path ${root}/proxy;
  fastcgi_temp_path ${root}/fastcgi;
  uwsgi_temp_path ${root}/uwsgi;
  scgi_temp_path ${root}/scgi;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`
