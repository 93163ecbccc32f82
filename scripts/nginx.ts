import { freePort } from './listening.ts'

/** What nginx is to answer at a path: these bytes, under these headers. */
export type Fixed = { path: string; body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }

export type Nginx = { url: string; pid: number; [Symbol.asyncDispose](): Promise<void> }

/** Each is asked this often, with this pause. */
const TRIES = 100
const PAUSE_MS = 50

/** nginx as a single process, as the server has one thread, with the files in memory. Throws when it does not answer. */
export async function startNginx(folder: string, answers: readonly Fixed[]): Promise<Nginx> {
  const root = `${folder}/nginx`
  await Promise.all(answers.map(({ body }, place) => Bun.write(`${root}/${place}`, body)))
  const port = freePort()
  await Bun.write(`${root}/nginx.conf`, configuration(root, port, answers))
  const child = Bun.spawn(['nginx', '-p', root, '-c', `${root}/nginx.conf`], { stderr: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await isAnswered(url)); tries += 1) {
    if (tries === TRIES || child.exitCode !== null) throw new Error('nginx does not answer')
    await Bun.sleep(PAUSE_MS)
  }
  return {
    url,
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await child.exited
    },
  }
}

const isAnswered = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

const quoted = (text: string) => `"${text.replaceAll(/["\\$]/g, '\\$&')}"`

/** Headers that nginx writes by itself, from the file. */
const OWN = new Set(['content-type', 'content-length', 'date', 'etag', 'last-modified', 'connection'])

function locationOf(root: string, { path, headers }: Fixed, place: number): string {
  const added = Object.entries(headers)
    .filter(([name]) => !OWN.has(name))
    .map(([name, value]) => `add_header ${name} ${quoted(value)};`)
  return `location = ${path} { default_type ${quoted(headers['content-type'] ?? 'text/plain')}; root ${root}; try_files /${place} =404; ${added.join(' ')} }`
}

const configuration = (root: string, port: number, answers: readonly Fixed[]) => `
daemon off;
master_process off;
pid ${root}/pid;
error_log ${root}/error.log;
events { worker_connections 512; }
http {
  access_log off;
  gzip_static on;
  open_file_cache max=1000;
  open_file_cache_valid 1h;
  keepalive_requests 100000000;
  client_body_temp_path ${root}/body;
  proxy_temp_path ${root}/proxy;
  fastcgi_temp_path ${root}/fastcgi;
  uwsgi_temp_path ${root}/uwsgi;
  scgi_temp_path ${root}/scgi;
  server {
    listen 127.0.0.1:${port};
    ${answers.map((answer, place) => locationOf(root, answer, place)).join('\n    ')}
  }
}
`
