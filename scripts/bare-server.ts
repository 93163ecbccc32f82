import type { StaticFile } from './nginx.ts'

/** What Bun alone takes for files from memory, 304s by a single ETag, and reading posted JSON. */
export async function startBareServer(files: readonly StaticFile[]) {
  const listening = Promise.withResolvers<string>()
  const child = Bun.spawn([process.execPath, import.meta.path], {
    ipc: (url: string) => listening.resolve(url),
    serialization: 'advanced',
  })
  child.send(files)
  return {
    url: await listening.promise,
    pid: child.pid,
    [Symbol.asyncDispose]: async () => {
      child.kill()
      await child.exited
    },
  }
}

function serve(files: readonly StaticFile[]): string {
  const responders = new Map(files.map((file) => [file.path, responderOf(file)]))
  const respond = (request: Request) =>
    responders.get(request.url.slice(request.url.indexOf('/', 'http://'.length)))?.(request) ??
    Response.error()
  return Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: respond }).url.origin
}

function responderOf({ body, headers: given }: StaticFile) {
  const headers = new Headers(given)
  const etag = headers.get('etag')
  const content = new Blob([body])
  const respond = (request: Request) =>
    etag !== null && request.headers.get('if-none-match') === etag
      ? new Response(null, { status: 304, headers })
      : new Response(content, { headers })
  return (request: Request) =>
    request.method === 'POST' ? request.json().then(() => respond(request)) : respond(request)
}

if (import.meta.main) process.on('message', (files: StaticFile[]) => process.send?.(serve(files)))
