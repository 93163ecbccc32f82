import { freePorts } from '#src/testing/free-ports.ts'
import { type Nginx, runNginx } from '#src/testing/nginx.ts'

export type StaticFile = { path: string; body: Uint8Array<ArrayBuffer>; headers: Record<string, string> }

/** Starts nginx with one process, to compare with the server's one thread, and files in memory. Throws if it doesn't respond. */
export async function startNginx(folder: string, files: readonly StaticFile[]): Promise<Nginx> {
  const root = `${folder}/nginx`
  await Promise.all(files.map(({ body }, index) => Bun.write(`${root}/${index}`, body)))
  const [port = 0] = await freePorts(1)
  return runNginx(root, port, serverLines(root, port, files))
}

const quoted = (text: string) => `"${text.replaceAll(/["\\$]/g, '\\$&')}"`

/** Set by nginx itself. */
const NGINX_HEADERS = new Set(['content-type', 'etag', 'last-modified'])

function locationOf(root: string, { path, headers }: StaticFile, index: number): string {
  const added = Object.entries(headers)
    .filter(([name]) => !NGINX_HEADERS.has(name))
    .map(([name, value]) => `add_header ${name} ${quoted(value)};`)
  return `location = ${path} { default_type ${quoted(headers['content-type'] ?? 'text/plain')}; root ${root}; try_files /${index} =404; ${added.join(' ')} }`
}

const serverLines = (root: string, port: number, files: readonly StaticFile[]) => `
  gzip_static on;
  open_file_cache max=1000;
  open_file_cache_valid 1h;
  keepalive_requests 100000000;
  server {
    listen 127.0.0.1:${port};
    ${files.map((file, index) => locationOf(root, file, index)).join('\n    ')}
  }`
